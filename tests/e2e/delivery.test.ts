import { expect } from '@playwright/test'
import { deliveryZones } from '#shared/api/delivery.ts'
import { call } from '#web/api/client.ts'
import { cancel } from './orders-api.ts'
import { expectAccessible, fillBasket, findGoods, isPhone, sendInContext, signInAs, test } from './support.ts'

test(
  '[S.3] a buyer views the zones, selects one on the map by keyboard and orders',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await page.goto('/delivery')
    await expect(page.getByRole('button', { name: 'Зона «Центр»' })).toBeVisible()
    await page
      .getByLabel('Зоны доставки')
      .getByRole('button', { name: /^Область: запад/ })
      .click()
    await expect(page).toHaveURL(/zone=\d+/)
    await expect(page.getByRole('button', { name: 'Зона «Область: запад»' })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)

    await fillBasket(send, await findGoods(send, 2, { byprice: 1, minprice: 3500 }), 1)
    await page.goto('/cart/')
    await page.getByLabel('Наш транспорт').check()
    await page.getByRole('button', { name: 'На карте' }).click()
    const dialog = page.getByRole('dialog', { name: 'Зона доставки' })
    await dialog.getByRole('button', { name: 'Зона «Центр»' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Зоны доставки').getByRole('button', { name: /^Центр/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Выбрать' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Зона доставки').locator('option:checked')).toHaveText(/^Центр, 900/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Оформить заказ' }).click()
    await expect(page).toHaveURL(/\/orders\/\d+$/)
    await expect(page.getByText('Наш транспорт, Центр').first()).toBeVisible()
    await cancel(send, Number(new URL(page.url()).pathname.split('/').at(-1)))
  },
)

test(
  '[S.3] staff draw a zone by keyboard; buyers can choose it until it is disabled',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const name = `Пробная зона ${isPhone() ? 'с телефона' : 'со стола'}`
    const buyer = await browser.newContext()
    await signInAs(await buyer.newPage(), 'owner')
    const offered = async () =>
      (await call(deliveryZones, {}, { send: sendInContext(buyer) })).zones.map(({ header }) => header)
    await signInAs(page, 'admin')
    await page.goto('/admin/delivery')
    await expect(page.getByRole('list', { name: 'Зоны' }).getByText('Область: запад')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Новая зона' }).click()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Укажите название зоны')).toBeVisible()
    await expect(page.getByText('Отметьте не меньше трёх углов')).toBeVisible()
    await page.getByRole('application').focus()
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key)
    await expect(page.getByText('Углов: 3')).toBeVisible()
    await expectAccessible(page)
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
    const company = page.getByRole('dialog', { name: 'СДЭК' })
    await expect(company.getByLabel('Добавить списком')).toBeVisible()
    await expectAccessible(page)
    await company.getByLabel('Название').fill('СДЭК-2')
    const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await page.keyboard.press('Escape')
    await expect(question).toContainText('не сохранены')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(company.getByLabel('Название')).toHaveValue('СДЭК-2')
    await company.getByRole('button', { name: 'Отменить' }).click()
    await question.getByRole('button', { name: 'Да' }).click()
    await expect(company).toBeHidden()
  },
)

test('[V.12] staff change a day of the production calendar by keyboard and undo it', async ({ page }) => {
  await signInAs(page, 'admin')
  // Far from the delivery days of other tests.
  await page.goto('/admin/delivery?tab=calendar&year=2030')
  await expect(page.getByText(/^\d+\sрабоч.+\d+\sвыходн/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /, 1 января: праздник$/ }).focus()
  for (const key of ['PageDown', 'PageDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  const day = page.getByRole('button', { name: /, 6 марта: / })
  await expect(day).toBeFocused()
  await expect(day).toHaveAccessibleName(/рабочий день$/)
  await page.keyboard.press('Enter')
  await expect(day).toHaveAccessibleName(/выходной по переносу$/)
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(day).toHaveAccessibleName(/рабочий день$/)
})
