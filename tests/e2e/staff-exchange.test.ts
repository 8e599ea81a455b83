import { expect } from '@playwright/test'
import { client1c } from '../support/client-1c.ts'
import { importXml, offersXml, offerXml, pricesXml } from '../support/export-1c.ts'
import { expectSound, signInAs, test } from './support.ts'

const catalogue = 'e2e-waiting'
test('an administrator sees the offers that wait for goods, and lets the portal make the goods', { tag: '@phone' }, async ({ page, baseURL }) => {
  const client = client1c(baseURL ?? '', { login: '1c@demo.example', password: 'demo-1c-2026' })
  // The portal of this run may have seen the goods of another.
  const goods = [1, 2].map((number) => `e2e-wait-${Date.now()}-${number}`)
  const offers = goods.map((id) => offerXml(id, pricesXml({ 'e2e-type': '10' }), `Ждущий товар ${id}`))
  await client.exchange({ 'offers0_1.xml': offersXml(offers, { catalogue }) })
  try {
    await signInAs(page, 'admin')
    await page.goto('/admin/settings')
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Обмен с 1С' }) })
    await expect(card.getByText('2 предложения без товара: цены и остатки 2 товаров ждут')).toBeVisible()
    await expect(card.getByText('Выгрузите из 1С сами товары')).toBeVisible()
    await expectSound(page)
    const choice = card.getByLabel('Создавать товары из предложений')
    await choice.focus()
    await page.keyboard.press('Space')
    await expect(choice).toBeChecked()
    await expect(card.getByText('портал создаст эти товары сам')).toBeVisible()
    await page.reload()
    await expect(choice).toBeChecked()
    await choice.click()
    await expect(choice).not.toBeChecked()
    await expect(card.getByText('Выгрузите из 1С сами товары')).toBeVisible()
    await page.reload()
    await expect(choice).not.toBeChecked()
  } finally {
    await client.exchange({ 'import0_1.xml': importXml(goods.map((id) => ({ id })), { catalogue }) })
    await client.exchange({ 'import0_1.xml': importXml(goods.map((id) => ({ id, attributes: 'Статус="Удален"' })), { catalogue }) })
  }
  await page.reload()
  await expect(page.getByText('Предложений без товара нет')).toBeVisible()
})
