import { expect, type Page } from '@playwright/test'
import { filter, product as productCall, type ProductRow } from '#shared/api/catalogue.ts'
import { deleteFavorites, favorites, needs, unsetWatch, watches } from '#shared/api/lists.ts'
import { clearCompare, compareIds } from '#shared/api/views.ts'
import { errors } from '#shared/errors.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const bar = (page: Page) => page.getByRole('group', { name: 'Отмеченные товары' })
const boxes = (page: Page) => page.locator('#rows').getByRole('checkbox', { name: /^Выбрать (?!все)/ })
const basketBar = (page: Page) => page.getByRole('region', { name: 'Корзина' })
const address = '/catalog?query=саморез&available=1'

/** The goods of this page. */
const goodsOn = async (send: Send, page: number): Promise<ProductRow[]> =>
  (await call(filter, { query: 'саморез', available: 1, page }, { send })).products

test(
  '[S.17] catalogue rows are selected across pages and sort orders and added to the basket together',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'manager')
    const [first, second] = [await goodsOn(send, 1), await goodsOn(send, 2)]
    await page.goto(address)
    await expect(boxes(page)).toHaveCount(first.length)
    await boxes(page).first().check()
    await boxes(page).nth(1).check()
    await expect(bar(page)).toContainText('Выбрано записей: 2')
    await expectAccessible(page)
    // On a phone the bar replaces that of the basket.
    await expect(basketBar(page)).toBeVisible({ visible: !isPhone() })

    await page.getByRole('link', { name: 'Страница 2' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.locator('#rows')).toContainText(second[0]?.header ?? '')
    await expect(bar(page)).toContainText('Выбрано записей: 2')
    await boxes(page).first().check()
    await expect(bar(page)).toContainText('Выбрано записей: 3')
    await page.goBack()
    await expect(boxes(page).first()).toBeChecked()
    await expect(boxes(page).nth(2)).not.toBeChecked()

    await bar(page).getByRole('button', { name: 'В корзину' }).click()
    const dialog = page.getByRole('dialog', { name: 'Товар добавлен в корзину' })
    for (const row of [first[0], first[1], second[0]]) await expect(dialog).toContainText(row?.header ?? 'none')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Продолжить покупки' }).click()
    await expect(bar(page)).toHaveCount(0)
    await expect(boxes(page).first()).not.toBeChecked()
    await expect(basketBar(page)).toBeVisible()
  },
)

test('[S.17] changing the filters clears the selection with a notification', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto(address)
  await boxes(page).first().check()
  await expect(bar(page)).toBeVisible()
  await page
    .getByRole('button', { name: /^Убрать.*В наличии|В наличии/ })
    .first()
    .click()
  await expect(page).not.toHaveURL(/available/)
  await expect(page.getByText('Выделение снято: список изменился')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('selection by keyboard: arrows move, Space selects, the header checkbox selects the page', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto(address)
  await boxes(page).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(boxes(page).nth(2)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('Выбрано записей: 2')
  const all = page.getByRole('checkbox', { name: 'Выбрать все на странице' })
  await expect(all).toBeChecked({ indeterminate: true })
  await all.check()
  await expect(bar(page)).toContainText(`Выбрано записей: ${await boxes(page).count()}`)
  await all.uncheck()
  await expect(bar(page)).toHaveCount(0)
})

test('[S.17] selected rows become favourites or needs with undo; more than six cannot be compared', async ({
  page,
}) => {
  const send = await signInAs(page, 'manager')
  const rows = await goodsOn(send, 1)
  const ids = rows.slice(0, 7).map(({ id }) => id)
  await call(deleteFavorites, { ids }, { send })
  await call(clearCompare, {}, { send })
  await page.goto(address)
  const kept = async () => new Set((await call(favorites, { perpage: 100 }, { send })).goods.map(({ id }) => id))
  for (const place of [0, 1]) await boxes(page).nth(place).check()
  await bar(page).getByRole('button', { name: 'В избранное' }).click()
  await expect(page.getByText('Добавлено в избранное: 2')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect([...(await kept())]).toEqual(expect.arrayContaining(ids.slice(0, 2)))
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect.poll(async () => (await kept()).has(ids[0] ?? 0)).toBe(false)

  for (const place of [0, 1]) await boxes(page).nth(place).check()
  await bar(page).getByRole('button', { name: 'В потребности' }).click()
  await expect(page.getByText(/Добавлено в потребности: \d|Всё уже в потребностях/)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect((await call(needs, { perpage: 100 }, { send })).goods.map(({ id }) => id)).toEqual(
    expect.arrayContaining(ids.slice(0, 2)),
  )

  for (const place of ids.keys()) await boxes(page).nth(place).check()
  await bar(page).getByRole('button', { name: 'Сравнить' }).click()
  await expect(page.getByText(errors.compareFull.message)).toBeVisible()
  await expect(bar(page)).toContainText('Выбрано записей: 7')
  await boxes(page).nth(6).uncheck()
  await bar(page).getByRole('button', { name: 'Сравнить' }).click()
  await expect(page.getByRole('link', { name: 'Сравнение · 6' })).toBeVisible()
  expect((await call(compareIds, {}, { send })).ids).toEqual(ids.slice(0, 6))
  await call(clearCompare, {}, { send })
})

test('products of other lists are compared from their rows, one or several at once', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await call(clearCompare, {}, { send })
  for (const [path, count] of [
    ['/favorites', 1],
    ['/sales', 2],
  ] as const) {
    await page.goto(path)
    await page
      .locator('#rows')
      .getByRole('button', { name: /^В сравнении/, pressed: false })
      .first()
      .click()
    await expect(page.getByRole('link', { name: `Сравнение · ${count}` })).toBeVisible()
    await expectAccessible(page)
  }
  for (const place of [3, 4]) await boxes(page).nth(place).check()
  await bar(page).getByRole('button', { name: 'Сравнить' }).click()
  await expect(page.getByRole('link', { name: 'Сравнение · 4' })).toBeVisible()
  await call(clearCompare, {}, { send })
})

test('an out-of-stock variant can be watched separately', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const { card, variant } = await missingVariant(send)
  await call(unsetWatch, { id: variant.id }, { send })
  await page.goto(`/product/${card.id}`)
  const sign = page.getByRole('button', { name: `Сообщить о поступлении: ${variant.articul}` })
  await sign.click()
  await expect(page.getByRole('button', { name: `Сообщим о поступлении: ${variant.articul}` })).toBeVisible()
  await expect.poll(async () => (await call(watches, {}, { send })).ids).toContain(variant.id)
  expect((await call(watches, {}, { send })).ids).not.toContain(card.id)
  await expectAccessible(page)
  await call(unsetWatch, { id: variant.id }, { send })
})

test(
  'a phone shows one bottom bar: the product’s, otherwise the basket’s',
  { tag: '@only-phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const { products } = await call(filter, { perpage: 100, sorting: { price: 'desc' } }, { send })
    const there = products.find(
      ({ variants_count, available_for_order, step }) => variants_count === 0 && available_for_order >= step,
    )
    const absent = products.find(({ variants_count, total_rest }) => variants_count === 0 && total_rest === 0)
    await page.goto(`/product/${there?.id}`)
    await expect(page.getByRole('button', { name: 'В корзину' })).toBeVisible()
    await expect(basketBar(page)).toBeHidden()
    await page.goto(`/product/${absent?.id}`)
    await expect(page.getByRole('button', { name: 'Сообщить о поступлении' })).toBeVisible()
    await expect(basketBar(page)).toBeVisible()
  },
)

async function missingVariant(send: Send) {
  const { products } = await call(filter, { query: 'перчатки', perpage: 100 }, { send })
  for (const { id } of products.filter(({ variants_count }) => variants_count > 0)) {
    const { product: card } = await call(productCall, { id }, { send })
    const variant = card.variants.find(({ stocks }) => stocks.every(({ quantity }) => quantity === 0))
    if (variant && card.variants.some(({ stocks }) => stocks.some(({ quantity }) => quantity > 0)))
      return { card, variant }
  }
  throw new Error('the demo range has no such variant')
}
