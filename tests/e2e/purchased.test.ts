import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { getBasketData } from '#shared/api/basket.ts'
import { purchasedGoods } from '#shared/api/money/purchased.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { contracts, expectAccessible, isPhone, signInAs, startWithEmptyBasket, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page, name: string) =>
  isPhone()
    ? main(page).getByRole('list', { name }).getByRole('listitem')
    : main(page).getByRole('table', { name }).locator('tbody tr')
const goods = 'Закупленные товары'

test(
  '[C.22] [P.6] [S.4] purchased goods: four reports, a chart that narrows the period, all filters in the URL',
  { tag: '@phone' },
  async ({ page, context }) => {
    const send = await signInAs(page, 'owner')
    const { totals } = await call(purchasedGoods, {}, { send })
    await page.goto('/purchased')
    await expect(rows(page, goods)).toHaveCount(20)
    const shown = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(totals.sum).replace(/,00$/, '')
    await expect(main(page).getByText(`${shown} ₽`).first()).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Год', exact: true }).click()
    await expect(page).toHaveURL(/startdate=/)
    const columns = main(page).getByRole('list', { name: 'Покупки по месяцам' }).getByRole('link')
    await expect(columns).toHaveCount(13)
    await page.getByRole('tab', { name: 'По товарам' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(rows(page, 'Закупки по документам').first()).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/report=3/)
    await expect(rows(page, 'Закупки по категориям и брендам').first()).toContainText('%')
    await page.keyboard.press('ArrowRight')
    await expect(rows(page, 'Закупки по месяцам').first()).toBeVisible()
    await expectAccessible(page)
    await columns.nth(-2).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/enddate=/)
    await expect(main(page).getByRole('list', { name: 'Покупки по неделям' })).toBeVisible()

    await page.goto('/purchased?report=2&startdate=01.01.2026')
    await expect(rows(page, 'Закупки по документам').first()).toContainText(/У[ПК]Д/)
    const first = await rows(page, 'Закупки по документам').first().textContent()
    const copy = await context.newPage()
    await copy.goto(page.url())
    await expect(rows(copy, 'Закупки по документам').first()).toHaveText(first ?? '')
    await copy.close()

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'XLSX' }).click()
    const { rows: sheet } = await readWorkbook(readFileSync(await (await download).path()))
    expect(sheet.sheetJs.length).toBeGreaterThan(20)

    await page.goto('/purchased?startdate=01.01.2020&enddate=01.02.2020')
    await expect(page.getByRole('heading', { name: 'За этот период покупок нет' })).toBeVisible()
    await page.getByRole('button', { name: 'Показать за год' }).click()
    await expect(rows(page, goods).first()).toBeVisible()
  },
)

test(
  '[C.22] purchased goods are ordered again in their average quantity, by the rules of the basket',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await page.goto('/purchased')
    await expect(rows(page, goods)).toHaveCount(20)
    const boxes = main(page).getByRole('checkbox', { name: isPhone() ? /^Заказать по/ : /^Выбрать (?!все)/ })
    await boxes.nth(0).check()
    const field = page.getByRole('textbox', { name: /^Количество/ }).nth(1)
    await field.focus()
    await page.keyboard.press('Control+ArrowDown')
    await expect(boxes.nth(1)).toBeChecked()
    const bar = page.getByRole('group', { name: 'Отмеченные товары' })
    await expect(bar).toContainText('Выбрано записей: 2')
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'В корзину' }).click()
    const dialog = page.getByRole('dialog', { name: 'Товар добавлен в корзину' })
    await expect(dialog.getByRole('list', { name: 'Добавлено' }).getByRole('listitem')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Продолжить покупки' }).click()
    await expect(bar).toHaveCount(0)
    expect((await call(getBasketData, {}, { send })).lines).toHaveLength(2)

    // Another contract has other prices, so it must be chosen first.
    const deferred = await startWithEmptyBasket(send, contracts.deferred)
    await startWithEmptyBasket(send)
    await page.goto(`/purchased?contract=${deferred}`)
    await expect(rows(page, goods).first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Количество/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Выбрать этот договор' }).click()
    await expect(page.getByRole('textbox', { name: /^Количество/ }).first()).toBeVisible()
    await startWithEmptyBasket(send)
  },
)

test(
  '[C.22] analogues of goods out of stock open by keyboard, can be ordered, and give the focus back',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await startWithEmptyBasket(send)
    await page.goto(`/purchased?startdate=${formatDay(addDays(dayOf(new Date()), -365))}`)
    const open = main(page)
      .getByRole('button', { name: /^Аналоги/ })
      .first()
    await open.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Аналоги: / })
    const quantity = dialog.getByRole('textbox', { name: /^Количество/ }).first()
    await expect(quantity).toBeVisible()
    await expectAccessible(page)
    await quantity.press('ArrowUp')
    await quantity.press('Enter')
    await expect.poll(async () => (await call(getBasketData, {}, { send })).lines.length).toBe(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await startWithEmptyBasket(send)
  },
)

test('[R.6] an accountant sees purchased goods and orders nothing; a receiver sees whom to ask', async ({ page }) => {
  await signInAs(page, 'accountant')
  await page.goto('/purchased')
  await expect(rows(page, goods).first()).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await signInAs(page, 'receiver')
  await page.goto('/purchased')
  await expect(page.getByRole('heading', { name: 'Закупленные товары вам недоступны' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Закупки' })).toHaveCount(0)
})
