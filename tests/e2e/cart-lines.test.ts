import { expect, type Page } from '@playwright/test'
import { getBasketData, processBasket, processProductSet, saveBasketComment } from '#shared/api/basket.ts'
import { filter } from '#shared/api/catalogue.ts'
import { getOrder } from '#shared/api/orders.ts'
import { addCartFromPricelist } from '#shared/api/uploads.ts'
import { call } from '#web/api/client.ts'
import { quantity } from '#web/ui/format.ts'
import { cancel, countOrders } from './orders-api.ts'
import { findScarce, addWholeStock, stockOf, orderAsColleague } from './scarce.ts'
import {
  contracts,
  expectAccessible,
  fillBasket,
  findGoods,
  isPhone,
  quantityFields,
  signInAs,
  startWithEmptyBasket,
  test,
  withoutEventStream,
} from './support.ts'

const row = (page: Page, articul: string) => page.getByRole(isPhone() ? 'listitem' : 'row').filter({ hasText: articul })
const noStock = 'Недостаточно свободных остатков на складе'

test('[V.3] a quantity above stock shows the alert and is reduced to the stock', async ({ page, browser }) => {
  const send = await signInAs(page, 'owner')
  const goods = await findScarce(send)
  const { wms_id, quantity: stock } = stockOf(goods)
  await call(processProductSet, { products: { [goods.id]: { [wms_id]: goods.step } } }, { send })
  await page.goto('/cart/')
  await quantityFields(page).fill('999999')
  await quantityFields(page).press('Enter')
  await expect(quantityFields(page)).toHaveValue(quantity(stock))
  await expect(page.getByText(/^Больше нет: доступно/)).toBeVisible()
  await expect.poll(async () => (await call(getBasketData, {}, { send })).count.total).toBe(stock)

  const taken = await orderAsColleague(browser, goods, stock)
  try {
    await page.getByRole('button', { name: /^Меньше/ }).click()
    const notifications = page.locator('[role=status][aria-live=polite]')
    await expect(notifications).toContainText(noStock)
    await expect(page.getByText('нет в наличии')).toBeVisible()
    await expectAccessible(page)
    await quantityFields(page).fill('5')
    await quantityFields(page).press('Enter')
    await expect(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible()
    await expect(notifications.getByText(noStock).last()).toBeVisible()
  } finally {
    await taken.returnGoods()
  }
})

test('removal can be undone: one row, selected rows, the whole basket', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const goods = await findGoods(send, 3)
  await fillBasket(send, goods)
  const {
    lines: [first],
  } = await call(getBasketData, {}, { send })
  if (first) await call(saveBasketComment, { id: first.id, wms: first.wms, comment: 'Без царапин' }, { send })
  const before = (await call(getBasketData, {}, { send })).lines
  const restored = async () => {
    await page.getByRole('button', { name: 'Вернуть' }).last().click()
    await expect(quantityFields(page)).toHaveCount(3)
    expect((await call(getBasketData, {}, { send })).lines).toEqual(before)
  }
  await page.goto('/cart/')
  await page
    .getByRole('button', { name: /^Удалить / })
    .first()
    .click()
  await expect(quantityFields(page)).toHaveCount(2)
  await restored()
  await page.getByRole('button', { name: 'Очистить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
  await expect(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible()
  await restored()
})

test('a row has a comment; grouping, sorting and search are stored in the URL', { tag: '@phone' }, async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const goods = [
    ...(await findGoods(send, 2, { query: 'дрель' })),
    ...(await findGoods(send, 2, { query: 'перчатки' })),
  ]
  await fillBasket(send, goods)
  await page.goto('/cart/')
  await page
    .getByRole('button', { name: /^Добавить комментарий/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Комментарий:/ }).fill('Упаковать отдельно')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Комментарий «Упаковать отдельно»/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'По категориям' }).check()
  await expect(page.getByText(/строк[аи]? · .*₽/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Какие строки' }).selectOption('comment')
  await expect(quantityFields(page)).toHaveCount(1)
  await expect(page.getByText(/Показано 1 из .*, в заказ войдут все/)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/show=comment/)
  await expect(quantityFields(page)).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Какие строки' }).selectOption('')
  await page.getByRole('searchbox', { name: 'Найти в корзине' }).fill('нет такого')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Таких строк нет' })).toBeVisible()
  await page.getByRole('button', { name: 'Показать все' }).click()
  if (!isPhone()) {
    await page.getByRole('button', { name: 'Цена, ₽' }).click()
    await expect(page.getByRole('columnheader', { name: 'Цена, ₽' })).toHaveAttribute('aria-sort', 'ascending')
  } else await page.getByRole('combobox', { name: 'Порядок строк' }).selectOption('price.asc')
  const { lines } = await call(getBasketData, {}, { send })
  const cheapest = lines.toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0))[0]
  await expect(quantityFields(page).first()).toHaveAccessibleName(new RegExp(`: ${cheapest?.articul},`))
})

test('[P.3] the same product from another warehouse is a separate row', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const goods = (await findGoods(send, 20)).find(
    ({ stocks, step }) => stocks.filter((stock) => stock.quantity >= step * 2).length > 1,
  )
  if (!goods) throw new Error('the demo range has no goods in two warehouses')
  await fillBasket(send, [goods], 1)
  await page.goto('/cart/')
  await page.getByRole('button', { name: /другие склады/ }).click()
  const dialog = page.getByRole('dialog')
  const empty = dialog.getByRole('textbox').and(page.locator('input[value="0"]:not(:disabled)')).first()
  await empty.fill(String(goods.step))
  await empty.press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('main').locator('input[data-quantity]')).toHaveCount(2)
  const { products } = await call(getBasketData, {}, { send })
  expect(Object.values(products[goods.id] ?? {})).toEqual([goods.step, goods.step])
})

test('two browsers of one user show the same basket', async ({ page, browser }) => {
  const send = await signInAs(page, 'owner')
  const [one, two] = await findGoods(send, 2)
  if (!one || !two) return
  await fillBasket(send, [one], 1)
  await page.clock.install()
  await page.goto('/cart/')
  await expect(quantityFields(page)).toHaveCount(1)
  const context = await browser.newContext()
  try {
    await context.addCookies(await page.context().cookies())
    const other = await context.newPage()
    await other.goto('/cart/')
    await other.getByRole('button', { name: /^Больше/ }).click()
    await expect.poll(async () => (await call(getBasketData, {}, { send })).count.total).toBe(one.step * 2)
    await call(processBasket, { id: two.id, qnt: two.step }, { send })
    // Nothing happens in this window: it refetches by itself.
    await page.clock.fastForward('00:30')
    await expect(row(page, one.articul).locator('input[data-quantity]')).toHaveValue(quantity(one.step * 2))
    await expect(quantityFields(page)).toHaveCount(2)
  } finally {
    await context.close()
  }
})

test('a quantity typed while a request is in flight is the one ordered', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const goods = await findScarce(send)
  await call(processProductSet, { products: { [goods.id]: { [stockOf(goods).wms_id]: goods.step } } }, { send })
  await page.route('**/api/processBasketUpdate/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto('/cart/')
  const request = page.waitForRequest('**/api/processBasketUpdate/')
  await page.getByRole('button', { name: /^Больше/ }).click()
  await request
  await page.getByRole('button', { name: /^Больше/ }).click()
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const { order: placed } = await call(getOrder, { id }, { send })
  expect(placed.products.map(({ qnt }) => qnt)).toEqual([goods.step * 3])
  expect((await call(getBasketData, {}, { send })).lines).toEqual([])
  await cancel(send, id)
})

test('after a failed order request, removing the last row places no order', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await addWholeStock(send, await findScarce(send))
  const before = await countOrders(send)
  await page.route('**/api/order/', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await page.goto('/cart/')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/order/')
  await page
    .getByRole('button', { name: /^Удалить / })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible()
  await expect.poll(async () => (await call(getBasketData, {}, { send })).count.products).toBe(0)
  expect(await countOrders(send)).toBe(before)
})

test('when the contract hides exact stock, the stepper goes past the displayed figure', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await startWithEmptyBasket(send, contracts.deferred)
  const { products } = await call(filter, { query: 'анкер', available: 1, perpage: 100 }, { send })
  // The contract shows at most 100 of any good.
  const goods = products.find(
    (each) => each.variants_count === 0 && each.step === 25 && each.stocks.some((stock) => stock.quantity === 100),
  )
  const wms = goods?.stocks.find((stock) => stock.quantity === 100)?.wms_id ?? 0
  if (!goods) throw new Error('the demo range has no goods above the cap')
  await call(processProductSet, { products: { [goods.id]: { [wms]: 100 } } }, { send })
  await page.goto('/cart/')
  await expect(quantityFields(page).first()).toBeVisible()
  await expect(page.getByText(/больше остатка/)).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Больше/ })
    .first()
    .click()
  await expect(quantityFields(page).first()).toHaveValue('125')
  await expectAccessible(page)
  await startWithEmptyBasket(send, contracts.deferred)
  await startWithEmptyBasket(send)
})

test('discontinued goods and shortages are reported separately, and a decreased stock is shown in its row', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 3))
  await page.route('**/api/getBasketData/**', async (route) => {
    const answer = await route.fetch()
    const basket = (await answer.json()) as { lines: object[] }
    const fields = [
      { gone: true, over: true, available: 0, price: null, sum: null },
      { available: 12, old_available: 40 },
      {},
    ]
    return route.fulfill({
      response: answer,
      json: { ...basket, lines: basket.lines.map((line, index) => ({ ...line, ...fields[index] })) },
    })
  })
  await page.goto('/cart/')
  await expect(page.getByText('1 товар больше не продаётся по договору:')).toBeVisible()
  await expect(page.getByText(/больше остатка|товар забрали/)).toHaveCount(0)
  await expect(page.getByText('не продаётся', { exact: true })).toBeVisible()
  await expect(page.getByText('осталось 12, было 40')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Убрать из корзины' })).toBeVisible()
  await expectAccessible(page)
})

test('a window that still shows the previous contract clears that basket and then switches', async ({ page }) => {
  await withoutEventStream(page)
  const send = await signInAs(page, 'owner')
  const shown = await startWithEmptyBasket(send)
  await fillBasket(send, await findGoods(send, 1))
  await page.goto('/cart/')
  await expect(quantityFields(page)).toHaveCount(1)
  const other = await startWithEmptyBasket(send, contracts.deferred)
  await fillBasket(send, await findGoods(send, 2))
  await page.getByRole('button', { name: 'Очистить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
  await expect(quantityFields(page)).toHaveCount(2)
  await expect(page.getByText(`договор № ${contracts.deferred}`).first()).toBeVisible()
  await expect(page.getByRole('banner').locator('select').first()).toHaveValue(String(other))
  const countLines = async (contract: number) => (await call(getBasketData, { contract }, { send })).count.products
  expect([await countLines(shown), await countLines(other)]).toEqual([0, 2])
  await startWithEmptyBasket(send, contracts.deferred)
  await startWithEmptyBasket(send)
})

test('a confirmed action applies to the contract it started under, even if another window switched it', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const shown = await startWithEmptyBasket(send)
  await fillBasket(send, await findGoods(send, 1))
  await page.goto('/cart/')
  await expect(quantityFields(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Очистить' }).click()
  const other = await startWithEmptyBasket(send, contracts.deferred)
  await fillBasket(send, await findGoods(send, 2))
  await expect(page.getByText(`договор № ${contracts.deferred}`).first()).toBeAttached()
  await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
  await expect(page.getByText('Корзина очищена')).toBeVisible()
  const countLines = async (contract: number) => (await call(getBasketData, { contract }, { send })).count.products
  expect([await countLines(shown), await countLines(other)]).toEqual([0, 2])
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect.poll(() => countLines(shown)).toBe(1)
  expect(await countLines(other)).toBe(2)
  await startWithEmptyBasket(send, contracts.deferred)
  await startWithEmptyBasket(send)
})

test('a basket of a thousand lines is virtualized on screen and printed in full', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const pages = await Promise.all(
    Array.from({ length: 10 }, (_, index) => call(filter, { available: 1, perpage: 100, page: index + 1 }, { send })),
  )
  const goods = pages.flatMap(({ products }) => products).filter((row) => row.variants_count === 0)
  await call(addCartFromPricelist, { cartList: Object.fromEntries(goods.map(({ id, step }) => [id, step])) }, { send })
  const { lines } = await call(getBasketData, {}, { send })
  expect(lines.length).toBeGreaterThan(500)
  await page.goto('/cart/')
  const drawn = page.getByRole('table', { name: 'Товары в корзине' }).locator('tr[data-index]')
  await expect(drawn.first()).toBeVisible()
  expect(await drawn.count()).toBeLessThan(80)
  await page.locator('#main').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(drawn.last()).toHaveAttribute('aria-rowindex', String(lines.length + 1))
  const last = drawn.last().getByRole('textbox')
  const before = await last.inputValue()
  await drawn
    .last()
    .getByRole('button', { name: /^Больше/ })
    .click()
  await expect(last).not.toHaveValue(before)
  await page.emulateMedia({ media: 'print' })
  await expect(drawn).toHaveCount(lines.length)
})
