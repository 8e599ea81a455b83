import { expect } from '@playwright/test'
import { ymlFile } from '../support/formats/supplier-yml.ts'
import { expectAccessible, signInAs, test } from './support.ts'

test(
  'an administrator loads a YML file by hand, reads what was refused, and its goods are in the catalogue',
  { tag: '@phone' },
  async ({ page }) => {
    const name = `Светильник из YML ${Date.now()}`
    await signInAs(page, 'admin')
    await page.goto('/admin/exchange')
    await expect(page.getByRole('heading', { name: 'Прайс-лист YML' })).toBeVisible()
    await expectAccessible(page)

    const file = page.getByLabel('Файл обмена')
    await file.setInputFiles({ name: 'price.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expect(page.getByRole('alert')).toContainText('Подойдёт XML или ZIP')
    const content = ymlFile([
      { id: `e2e-${Date.now()}`, name, price: '1250.50', more: '<count>40</count>' },
      { id: 'e2e-free', price: '0' },
    ])
    await file.setInputFiles({ name: 'price.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
    const outcome = page.getByRole('status').filter({ hasText: 'загружен:' })
    await expect(outcome).toContainText('не принято 1', { timeout: 30_000 })
    await expectAccessible(page)
    await outcome.getByRole('link', { name: 'Подробности прогона' }).press('Enter')
    await expect(page.getByText('это не положительное число').first()).toBeVisible()
    await page.goto(`/admin/goods?query=${encodeURIComponent(name)}`)
    await expect(page.getByText(name).first()).toBeVisible()

    await page.goto('/admin/exchange')
    const address = page.getByLabel('Адрес файла')
    await address.fill('http://192.168.0.10/price.xml')
    await page.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(page.getByText('Адрес ведёт во внутреннюю сеть, туда портал не обращается')).toBeVisible()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
  },
)
