import { expect, type Page } from '@playwright/test'
import { filter, type ProductRow } from '#shared/api/catalogue.ts'
import { unsetWatch, watches } from '#shared/api/lists.ts'
import { notifications } from '#shared/api/notifications.ts'
import {
  addToCompare,
  clearCompare,
  compare,
  compareIds,
  deleteFilter,
  recordView,
  savedFilters,
  viewedGoods,
} from '#shared/api/views.ts'
import { maxCompared } from '#shared/constants.ts'
import { errors } from '#shared/errors.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, findGoods, isPhone, signInAs, test } from './support.ts'

test('rows can be added to the comparison; the seventh is rejected with a message and its mark is rolled back', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  await call(clearCompare, {}, { send })
  const goods = await findGoods(send, maxCompared + 1, { query: 'шуруповёрт' })
  for (const { id } of goods.slice(1, maxCompared)) await call(addToCompare, { id }, { send })
  await page.goto('/catalog?query=шуруповёрт&available=1&perpage=100')
  const link = page.getByRole('link', { name: 'Сравнение ·' })
  await expect(link).toHaveAccessibleName(`Сравнение · ${maxCompared - 1}`)

  await compareSign(page, goods[0]).click()
  await expect(compareSign(page, goods[0])).toHaveAttribute('aria-pressed', 'true')
  await expect(link).toHaveAccessibleName(`Сравнение · ${maxCompared}`)
  await expect.poll(() => comparedIds(send)).toContain(goods[0]?.id)

  await compareSign(page, goods[maxCompared]).click()
  await expect(page.getByText(errors.compareFull.message)).toBeVisible()
  await expect(compareSign(page, goods[maxCompared])).toHaveAttribute('aria-pressed', 'false')
  await expect(link).toHaveAccessibleName(`Сравнение · ${maxCompared}`)
  await expectAccessible(page)

  await link.click()
  await expect(page).toHaveURL(/\/compare$/)
  await expect(page.getByRole('columnheader')).toHaveCount(maxCompared)
})

test(
  'the comparison marks differences, also in text; showing only differences is stored in the URL',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const goods = await compareFour(send)
    const { params } = await call(compare, {}, { send })
    await page.goto('/compare')
    const table = page.getByRole('region', { name: 'Сравнение товаров' })
    const rows = table.locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(params.length)
    for (const [index, row] of goods.entries()) {
      await expect(table.getByRole('columnheader').nth(index)).toHaveAccessibleName(row.header)
      await expect(table.getByRole('columnheader').nth(index)).toContainText(row.articul)
    }
    const [different, equal] = [params.find(({ differs }) => differs), params.find(({ differs }) => !differs)]
    await expect(table.getByRole('rowheader', { name: `${different?.header} , различается` })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('checkbox', { name: 'Только различия' }).check()
    await expect(page).toHaveURL(/\/compare\?diff=1$/)
    await expect(rows).toHaveCount(params.filter(({ differs }) => differs).length)
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Только различия' })).toBeChecked()
    await expect(rows).toHaveCount(params.filter(({ differs }) => differs).length)
    if (equal) await expect(table.getByRole('rowheader', { name: equal.header, exact: true })).toHaveCount(0)

    // Both header row and column stay fixed while the table scrolls.
    const [head, first] = [table.locator('thead th').first(), rows.first().getByRole('rowheader')]
    await page.getByRole('checkbox', { name: 'Только различия' }).uncheck()
    const before = { top: (await head.boundingBox())?.y, left: (await first.boundingBox())?.x }
    await table.evaluate((box) => box.scrollTo(60, 40))
    expect((await head.boundingBox())?.y).toBe(before.top)
    expect((await first.boundingBox())?.x).toBe(before.left)
    if (isPhone()) expect(await table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  },
)

test('a product is ordered from the comparison and removed from it; clearing the comparison can be undone', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const goods = await compareFour(send)
  const [first, second] = goods
  await page.goto('/compare')
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveCount(goods.length)
  await page.getByRole('button', { name: `Больше: Количество: ${first?.articul}`, exact: true }).click()
  await expect(page.getByLabel(`Количество: ${first?.articul}`, { exact: true })).toHaveValue(String(first?.quantity))

  await page.getByRole('button', { name: `Убрать из сравнения: ${first?.articul}`, exact: true }).click()
  await expect(heads).toHaveCount(goods.length - 1)
  await expect(page.getByRole('button', { name: `Убрать из сравнения: ${second?.articul}`, exact: true })).toBeFocused()
  await expect.poll(() => comparedIds(send)).toEqual(goods.slice(1).map(({ id }) => id))

  await page.getByRole('button', { name: 'Очистить' }).click()
  await expect(page.getByRole('heading', { name: 'Сравнивать пока нечего' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await expect(page.getByText('Сравнение очищено')).toBeHidden({ timeout: 1500 })
  await expect(heads).toHaveCount(goods.length - 1)
  expect(await comparedIds(send)).toEqual(goods.slice(1).map(({ id }) => id))

  await call(clearCompare, {}, { send })
  await page.reload()
  await page.getByRole('main').getByRole('link', { name: 'В каталог' }).click()
  await expect(page).toHaveURL(/\/catalog$/)
})

test('an out-of-stock row offers an arrival notification; a failed request is rolled back', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const row = await findAbsent(send)
  await call(unsetWatch, { id: row.id }, { send })
  await page.goto(`/catalog?query=${encodeURIComponent(row.articul)}`)
  const offer = page.getByRole('button', { name: `Сообщить о поступлении: ${row.articul}`, exact: true })
  const promise = page.getByRole('button', { name: `Сообщим о поступлении: ${row.articul}`, exact: true })

  await page.route('**/api/setWatch/', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', code: 'failure', message: 'Внутренняя ошибка. Мы уже знаем о ней' },
    }),
  )
  await offer.click()
  await expect(page.getByText('Мы уже знаем о ней')).toBeVisible()
  await expect(offer).toBeVisible()
  await page.unroute('**/api/setWatch/')

  await offer.click()
  await expect(promise).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => (await call(watches, {}, { send })).ids).toContain(row.id)
  await page.reload()
  await promise.click()
  await expect(offer).toBeVisible()
  await expect.poll(async () => (await call(watches, {}, { send })).ids).not.toContain(row.id)
})

test(
  'the notification panel works by keyboard and returns focus; all notifications have a page',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const { items } = await call(notifications, {}, { send })
    await page.goto('/orders')
    const bell = page.getByRole('button', { name: /^Уведомления/ })
    const panel = page.getByRole('dialog', { name: 'Уведомления' })
    await bell.focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('listitem').first()).toContainText(items[0]?.text ?? '')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bell).toBeFocused()
    await bell.click()
    await panel.getByRole('link', { name: 'Все уведомления' }).click()
    await expect(page).toHaveURL(/\/notifications$/)
    await expect(panel).toBeHidden()
    const list = page.getByRole('region', { name: 'Список уведомлений' }).getByRole('listitem')
    await expect(list.first()).toContainText(items[0]?.text ?? '')
    await expectAccessible(page)
    await list.first().getByRole('link').click()
    await expect(page).toHaveURL((url) => url.pathname + url.search === items[0]?.link)
    await page.goto('/notifications?page=9')
    await expect(page.getByRole('heading', { name: 'На этой странице уведомлений нет' })).toBeVisible()
  },
)

test('a saved view is created, opened, replaced and deleted; deletion can be undone', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await dropViews(send, ['Дрели до 9 000'])
  await page.goto('/catalog?query=дрель&price=-9000&available=1&sorting=price.desc')
  const goods = page.locator('#rows a[title]')
  await expect(goods.first()).toBeVisible()
  const names = await goods.allTextContents()
  const menu = page.getByRole('dialog', { name: 'Сохранённые виды' })
  await page.getByRole('button', { name: 'Виды' }).click()
  await menu.getByLabel('Сохранить текущий вид').fill('Дрели до 9 000')
  await page.keyboard.press('Enter')
  const view = menu.getByRole('link', { name: 'Дрели до 9 000' })
  await expect(view).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await page.goto('/catalog')
  await page.getByRole('button', { name: 'Виды' }).click()
  await expect(menu).toContainText('выберите в каталоге хотя бы один фильтр')
  await view.click()
  await expect(menu).toBeHidden()
  await expect(goods).toHaveText(names)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    query: 'дрель',
    price: '-9000',
    available: '1',
    sorting: 'price.desc',
  })

  await page.goto('/catalog?query=дрель&price=-8000')
  await page.getByRole('button', { name: 'Виды' }).click()
  await menu.getByLabel('Сохранить текущий вид').fill('Дрели до 9 000')
  await expect(menu).toContainText('будет заменён')
  await menu.getByRole('button', { name: 'Заменить' }).click()
  await expect(view).toHaveAttribute('aria-current', 'page')
  expect(await addressOf(send, 'Дрели до 9 000')).toContain('price=-8000')

  await menu.getByRole('button', { name: 'Удалить вид «Дрели до 9 000»' }).click()
  await expect(view).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await expect(page.getByText('Вид «Дрели до 9 000» удалён')).toBeHidden({ timeout: 1500 })
  await expect.poll(() => addressOf(send, 'Дрели до 9 000')).toContain('price=-8000')
  await dropViews(send, ['Дрели до 9 000'])
})

test('a rejected name is reported next to its field', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await page.goto('/catalog?available=1')
  await page.getByRole('button', { name: 'Виды' }).click()
  await page.route('**/api/savedFilters/', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 422, json: { status: 'error', code: 'listFull', message: errors.listFull.message } }),
  )
  await page.getByLabel('Сохранить текущий вид').fill('Лишний')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(errors.listFull.message)
  expect(await addressOf(send, 'Лишний')).toBeUndefined()
})

test('recently viewed products appear on the home page and under an empty search result', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [before, last] = await findGoods(send, 2, { query: 'бита' })
  await call(recordView, { id: before?.id ?? 0 }, { send })
  await page.goto(`/product/${last?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(last?.header ?? '')
  await expect.poll(() => lastSeen(send)).toBe(last?.id)
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Вы смотрели' }).getByRole('link')
  await expect(strip.nth(0)).toHaveText(last?.header ?? '')
  await expect(strip.nth(1)).toHaveText(before?.header ?? '')
  await strip.nth(1).click()
  await expect(page).toHaveURL(new RegExp(`/product/${before?.id}$`))
  await expect.poll(() => lastSeen(send)).toBe(before?.id)

  await page.goto('/catalog?query=ъъъъъъ')
  await expect(strip.first()).toHaveText(before?.header ?? '')
  await expectAccessible(page)
  await strip.nth(1).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: last?.header })).toBeVisible()
})

function compareSign(page: Page, row: ProductRow | undefined) {
  return page.getByRole('button', { name: `В сравнении: ${row?.articul}`, exact: true })
}

async function comparedIds(send: Send): Promise<number[]> {
  return (await call(compareIds, {}, { send })).ids
}

/** Four goods of a category, so that some parameters are equal and some differ. */
async function compareFour(send: Send): Promise<ProductRow[]> {
  await call(clearCompare, {}, { send })
  const goods = await findGoods(send, 4, { query: 'шуруповёрт' })
  for (const { id } of goods) await call(addToCompare, { id }, { send })
  return goods
}

async function findAbsent(send: Send): Promise<ProductRow> {
  for (let page = 1; page <= 20; page += 1) {
    const { products } = await call(filter, { perpage: 100, page }, { send })
    const row = products.find(
      ({ variants_count, available_for_order, articul }) =>
        variants_count === 0 && available_for_order === 0 && articul.length > 3,
    )
    if (row) return row
  }
  throw new Error('the demo range has everything in stock')
}

async function lastSeen(send: Send): Promise<number | undefined> {
  return (await call(viewedGoods, {}, { send })).goods[0]?.id
}

async function addressOf(send: Send, header: string): Promise<string | undefined> {
  return (await call(savedFilters, {}, { send })).filters.find((view) => view.header === header)?.address
}

async function dropViews(send: Send, headers: readonly string[]): Promise<void> {
  const { filters } = await call(savedFilters, {}, { send })
  for (const { id, header } of filters) if (headers.includes(header)) await call(deleteFilter, { id }, { send })
}
