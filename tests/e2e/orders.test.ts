import { expect, type Page } from '@playwright/test'
import { clearBasket, processBasket } from '#shared/api/basket.ts'
import { errors } from '#shared/errors.ts'
import { nothingToRepeat } from '#shared/messages.ts'
import { pageSizes } from '#shared/constants.ts'
import { call } from '#web/api/client.ts'
import { cancel, order } from './orders-api.ts'
import { expectAccessible, fillBasket, findGoods, signInAs, test } from './support.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('link', { name: /^[\d-]{6,11}$/ })

test(
  '[S.4] [N.1] orders are listed 10 a page; page and filters are in the URL, which opens the same list',
  { tag: '@phone' },
  async ({ page, context }) => {
    await signInAs(page, 'owner')
    await page.goto('/orders')
    await expect(rows(page)).toHaveCount(pageSizes.orders)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Год' }).click()
    await expect(page).toHaveURL(/dateselect=year/)
    const first = await rows(page).first().textContent()
    await page.getByRole('link', { name: 'Страница 2' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(rows(page).first()).not.toHaveText(first ?? '')
    const shown = await rows(page).allTextContents()

    const copy = await context.newPage()
    await copy.goto(page.url())
    await expect(rows(copy)).toHaveText(shown)

    await page.getByLabel('Состояние').selectOption('Отменён')
    await expect(page).not.toHaveURL(/page=/)
    await expect(page.getByRole('main').getByText('Отменён', { exact: true }).nth(1)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/page=2/)
    await expect(rows(page)).toHaveText(shown)
  },
)

test('[V.1] a custom period that does not start before its end shows an error and sends no request', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await page.goto('/orders')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Период' }).click()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByLabel('Начало периода').fill('21.11.2026')
  await page.getByLabel('Начало периода').press('Tab')
  await page.getByLabel('Конец периода').fill('21.11.2026')
  await page.getByLabel('Конец периода').press('Tab')
  await expect(page.getByRole('alert')).toHaveText(errors.datePeriod.message)
  await expectAccessible(page)
  expect(
    requests.filter((url) => url.includes('startDate=21.11.2026&endDate=21.11.2026') && url.includes('/api/')),
  ).toEqual([])

  await page.getByLabel('Начало периода').fill('01.11.2026')
  await page.getByLabel('Начало периода').press('Tab')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL(/startDate=01.11.2026/)
})

test('an empty list shows the reason and a way to reset it', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/orders?query=нет-такого')
  await expect(page.getByRole('heading', { name: 'По этим условиям заказов нет' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('[T.1] [P.5] a new order is cancelled with a reason, and the page shows the new state immediately', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 1, { byprice: 1, minprice: 3500 }), 1)
  const { id } = await order(send)
  await page.goto(`/orders/${id}`)
  await expect(page.getByLabel('Ход заказа').locator('[aria-current=step]')).toContainText('Новый')
  await page.getByRole('button', { name: 'Отменить заказ' }).click()
  const dialog = page.getByRole('dialog', { name: /^Отменить заказ/ })
  await dialog.getByLabel('Причина').fill('Ошиблись артикулом')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Отменить заказ' }).click()
  await expect(page.getByLabel('Ход заказа').locator('[aria-current=step]')).toContainText('Отменён')
  await expect(page.getByRole('button', { name: 'Отменить заказ' })).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Ошиблись артикулом')).toBeVisible()
  await expectAccessible(page)
})

test('[T.2] [C.41] repeating an order fills and opens the basket; nothing in stock shows a message', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const goods = await findGoods(send, 1, { byprice: 1, minprice: 3500 })
  const header = goods[0]?.header ?? ''
  await call(processBasket, { id: goods[0]?.id ?? 0, qnt: 900_000 }, { send })
  const { id } = await order(send)
  await page.goto(`/orders/${id}`)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText(nothingToRepeat.title, { exact: true })).toBeVisible()
  await expect(page.getByText(nothingToRepeat.message)).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL(new RegExp(`/orders/${id}$`))
  await page.getByRole('button', { name: 'Закрыть' }).click()

  await cancel(send, id)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Заказ добавлен в корзину')).toBeVisible()
  await expect(page.getByText('Добавлено товаров - 1 шт.')).toBeVisible()
  await expect(page).toHaveURL(/\/cart\/?$/)
  await expect(page.getByRole('main').getByText(header).first()).toBeVisible()
  await expectAccessible(page)
  await call(clearBasket, {}, { send })
})

test('[R.6] a receiver sees orders without prices; an accountant sees them read-only', async ({ page, browser }) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 1, { byprice: 1, minprice: 3500 }), 1)
  const { id, numberOrder } = await order(send)
  for (const who of ['receiver', 'accountant'] as const) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await signInAs(other, who)
    await other.goto('/orders')
    await expect(other.getByRole('link', { name: numberOrder })).toBeVisible()
    if (who === 'receiver') await expect(other.getByRole('main').getByText(/₽/)).toHaveCount(0)
    await other.goto(`/orders/${id}`)
    await expect(other.getByRole('heading', { name: `Заказ ${numberOrder}` })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Отменить заказ' })).toHaveCount(0)
    await expect(other.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
    await expect(other.getByRole('heading', { name: 'Оплата' })).toHaveCount(who === 'receiver' ? 0 : 1)
    if (who === 'receiver') await expect(other.getByRole('main').getByText(/₽/)).toHaveCount(0)
    await expectAccessible(other)
    await other.goto('/cart/')
    await expect(other.getByRole('heading', { name: 'Корзина вам недоступна' })).toBeVisible()
    await context.close()
  }
  await cancel(send, id)
})

test('a missing order and another buyer’s order show the not-found page', async ({ page }) => {
  await signInAs(page, 'owner')
  for (const address of ['/orders/2000000000', '/orders/nonsense', '/admin']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  }
  await expectAccessible(page)
})
