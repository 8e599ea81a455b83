import { expect } from '@playwright/test'
import { deliveryZones } from '#shared/api/delivery.ts'
import { call } from '#web/api/client.ts'
import { cancel } from './orders-api.ts'
import { expectSound, fillBasket, findGoods, isPhone, sendIn, signInAs, test } from './support.ts'

test('[S.3] the buyer looks at the zones, chooses one on the map by keyboard and orders', { tag: '@phone' }, async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await page.goto('/delivery')
  await expect(page.getByRole('button', { name: 'Зона «Центр»' })).toBeVisible()
  await page.getByLabel('Зоны доставки').getByRole('button', { name: /^Область: запад/ }).click()
  await expect(page).toHaveURL(/zone=\d+/)
  await expect(page.getByRole('button', { name: 'Зона «Область: запад»' })).toHaveAttribute('aria-pressed', 'true')
  await expectSound(page)

  await fillBasket(send, await findGoods(send, 2, { byprice: 1, minprice: 3500 }), 1)
  await page.goto('/cart/')
  await page.getByLabel('Наш транспорт').check()
  await page.getByRole('button', { name: 'На карте' }).click()
  const dialog = page.getByRole('dialog', { name: 'Зона доставки' })
  await dialog.getByRole('button', { name: 'Зона «Центр»' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Зоны доставки').getByRole('button', { name: /^Центр/ })).toHaveAttribute('aria-pressed', 'true')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Выбрать' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Зона доставки').locator('option:checked')).toHaveText(/^Центр, 900/)
  await expectSound(page)
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  await expect(page.getByText('Наш транспорт, Центр').first()).toBeVisible()
  await cancel(send, Number(new URL(page.url()).pathname.split('/').at(-1)))
})

test('[S.3] staff draw a zone by keyboard, buyers get it, and switched off it is offered no more', { tag: '@phone' }, async ({ page, browser }) => {
  const name = `Пробная зона ${isPhone() ? 'с телефона' : 'со стола'}`
  const buyer = await browser.newContext()
  await signInAs(await buyer.newPage(), 'owner')
  const offered = async () => (await call(deliveryZones, {}, { send: sendIn(buyer) })).zones.map(({ header }) => header)
  await signInAs(page, 'admin')
  await page.goto('/admin/delivery')
  await expect(page.getByRole('list', { name: 'Зоны' }).getByText('Область: запад')).toBeVisible()
  await expectSound(page)

  await page.getByRole('button', { name: 'Новая зона' }).click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Укажите название зоны')).toBeVisible()
  await expect(page.getByText('Отметьте не меньше трёх углов')).toBeVisible()
  await page.getByRole('application').focus()
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText('Углов: 3')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Название').fill(name)
  await page.getByLabel('Цена доставки, ₽').fill('1 500,50')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const row = page.getByRole('list', { name: 'Зоны' }).locator('li', { hasText: name })
  await expect(row).toContainText('1 500,50 ₽')
  expect(await offered()).toContain(name)

  await row.getByRole('button', { name: /^Изменить/ }).click()
  await page.getByLabel('Возим сюда').uncheck()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(row).toContainText('выключена')
  expect(await offered()).not.toContain(name)
  await buyer.close()

  await page.getByRole('tab', { name: 'Транспортные компании' }).click()
  await page.getByRole('button', { name: 'Изменить: СДЭК' }).click()
  await expect(page.getByRole('dialog', { name: 'СДЭК' }).getByLabel('Добавить списком')).toBeVisible()
  await expectSound(page)
})
