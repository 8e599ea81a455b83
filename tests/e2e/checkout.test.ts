import { expect } from '@playwright/test'
import { processProductSet } from '#shared/api/basket.ts'
import { getOrder } from '#shared/api/orders.ts'
import { call } from '#web/api/client.ts'
import { quantity } from '#web/ui/format.ts'
import { cancel, countOrders } from './orders-api.ts'
import { findScarce, addWholeStock, stockOf, orderAsColleague } from './scarce.ts'
import { expectAccessible, fillBasket, findGoods, quantityFields, signInAs, test } from './support.ts'

test('a shortage is shown in the row and in a summary, and one button fixes the quantities', async ({
  page,
  browser,
}) => {
  const send = await signInAs(page, 'owner')
  const goods = await findScarce(send)
  await addWholeStock(send, goods)
  const taken = await orderAsColleague(browser, goods)
  try {
    await page.goto('/cart/')
    await expect(page.getByText(/больше остатка/)).toContainText('1 строка')
    await expect(page.getByText(/^(есть \S+|нет в наличии)$/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Уменьшить до остатка' }).click()
    await expect(page.getByText(/больше остатка/)).toHaveCount(0)
  } finally {
    await taken.returnGoods()
  }
})

test(
  '[C.55] if stock was taken before ordering, a dialog shows old and new quantities and orders the rest',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const send = await signInAs(page, 'owner')
    const goods = await findScarce(send)
    await addWholeStock(send, goods)
    await page.goto('/cart/')
    await expect(quantityFields(page).first()).toBeVisible()
    const taken = await orderAsColleague(browser, goods)
    try {
      await page.getByRole('button', { name: 'Оформить заказ' }).click()
      const dialog = page.getByRole('dialog', { name: /кое-что изменилось/ })
      await expect(dialog).toContainText(goods.articul)
      await expect(dialog).toContainText('→')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Вернуться' }).click()
      await expect(page).toHaveURL(/\/cart/)
      await page.getByRole('button', { name: 'Оформить заказ' }).click()
      await dialog.getByRole('button', { name: 'Принять и оформить' }).click()
      await expect(page).toHaveURL(/\/orders\/\d+$/)
      await cancel(send, Number(new URL(page.url()).pathname.split('/').at(-1)))
    } finally {
      await taken.returnGoods()
    }
  },
)

test('a dialog shows a step changed by 1C and a delivery price changed by staff, and places the order', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const goods = await findScarce(send)
  const { wms_id } = stockOf(goods)
  await call(processProductSet, { products: { [goods.id]: { [wms_id]: goods.step * 2 } } }, { send })
  const change = {
    id: goods.id,
    wms: wms_id,
    header: goods.header,
    articul: goods.articul,
    what: 'step',
    old_price: goods.price,
    price: goods.price,
    qnt: goods.step * 2,
    available: 100,
    step: goods.step * 3,
    new_qnt: goods.step * 3,
  }
  const delivery = {
    ...change,
    id: 0,
    wms: 0,
    header: 'Доставка: Самовывоз',
    articul: '',
    what: 'delivery',
    old_price: 900,
    price: 0,
  }
  const seen: unknown[] = []
  await page.route('**/api/order/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    seen.push((route.request().postDataJSON() as { delivery_price: unknown }).delivery_price)
    if (seen.length > 1) return route.continue()
    return route.fulfill({
      status: 409,
      json: { status: 'error', code: 'orderChanged', message: 'Кратность изменилась', changes: [change, delivery] },
    })
  })
  await page.goto('/cart/')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  const dialog = page.getByRole('dialog', { name: /кое-что изменилось/ })
  await expect(dialog).toContainText(`теперь продаётся кратно ${quantity(goods.step * 3)}`)
  await expect(dialog).toContainText(`${quantity(goods.step * 2)} → ${quantity(goods.step * 3)}`)
  await expect(dialog).toContainText('900 ₽ → бесплатно')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Принять и оформить' }).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const { order: placed } = await call(getOrder, { id }, { send })
  expect(placed.products.map(({ qnt }) => qnt)).toEqual([goods.step * 3])
  expect(seen).toEqual([0, 0])
  await cancel(send, id)
})

test('a quantity that no longer fits the step is shown in the row and in a summary', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const goods = await findScarce(send)
  await call(processProductSet, { products: { [goods.id]: { [stockOf(goods).wms_id]: goods.step * 2 } } }, { send })
  await page.route('**/api/getBasketData/**', async (route) => {
    const answer = await route.fetch()
    const basket = (await answer.json()) as { lines: { step: number }[] }
    return route.fulfill({
      response: answer,
      json: { ...basket, lines: basket.lines.map((line) => ({ ...line, step: line.step * 3 })) },
    })
  })
  await page.goto('/cart/')
  await expect(page.getByText(`кратно ${quantity(goods.step * 3)}`, { exact: true })).toBeVisible()
  await expect(page.getByText('Изменилась кратность.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Исправить количество' })).toBeVisible()
  await expectAccessible(page)
})

test('an order whose response is lost is retried with its idempotency key and placed once', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const goods = await findScarce(send)
  await addWholeStock(send, goods)
  const before = await countOrders(send)
  const keys: (string | undefined)[] = []
  await page.route('**/api/order/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.goto('/cart/')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(await countOrders(send)).toBe(before + 1)
  await cancel(send, Number(new URL(page.url()).pathname.split('/').at(-1)))
})

test('an order whose response was lost with the page is found when the basket is reopened', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await addWholeStock(send, await findScarce(send))
  const before = await countOrders(send)
  let sent = 0
  await page.route('**/api/order/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (sent === 1) await route.fetch()
    return route.abort('connectionreset')
  })
  await page.goto('/cart/')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await expect(page.getByText(/второй раз заказ не создастся/i).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  await page.unroute('**/api/order/')
  await page.reload()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  expect(await countOrders(send)).toBe(before + 1)
  await cancel(send, Number(new URL(page.url()).pathname.split('/').at(-1)))
})

test('a changed price is shown in the row and a summary; below the minimum sum the button is disabled', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const cheap = (await findGoods(send, 20, { byprice: 1, maxprice: 500, sorting: { price: 'desc' } })).find(
    ({ step }) => step === 1,
  )
  if (cheap) await fillBasket(send, [cheap], 1)
  await page.route('**/api/getBasketData/**', async (route) => {
    const answer = await route.fetch()
    const basket = (await answer.json()) as { lines: { price: number; old_price: number | null }[] }
    return route.fulfill({
      response: answer,
      json: { ...basket, lines: basket.lines.map((line) => ({ ...line, old_price: line.price - 12 })) },
    })
  })
  await page.goto('/cart/')
  await expect(page.getByText('цена +12,00')).toBeVisible()
  await expect(page.getByText('Изменилась цена.')).toBeVisible()
  await expect(page.getByText(/Минимальная сумма заказа по договору 3\s000\s₽, без доставки: не хватает/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Оформить заказ' })).toBeDisabled()
  await expectAccessible(page)
})
