import { expect, type Locator, type Page } from '@playwright/test'
import { filter, priceHistory, product, type ProductCard, type ProductRow } from '#shared/api/catalogue.ts'
import { getBasketData } from '#shared/api/basket.ts'
import { initData } from '#shared/api/contracts.ts'
import { unsetNeed, unsetWatch, removeFavorite } from '#shared/api/lists.ts'
import { call, type Send } from '#web/api/client.ts'
import { contracts, expectAccessible, findGoods, accounts, signInAs, test, withoutEventStream } from './support.ts'

test(
  '[S.8] the product modal shows variants, tabs, stock and picture; closing it returns focus to the row',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const row = await findVariants(send)
    const goods = await cardOf(send, row.id)
    const dialog = await openFromList(page, row)
    await expect(dialog.getByRole('heading', { name: goods.header })).toBeVisible()
    await expect(dialog).toContainText('Ваша цена')
    await expect(dialog.getByText(goods.articul, { exact: true })).toBeVisible()
    for (const { articul } of goods.variants) await expect(dialog).toContainText(articul)
    for (const { header } of goods.actualWms) await expect(dialog).toContainText(header)
    for (const { header, value } of goods.params.filter(({ header }) => header !== 'Кратность')) {
      await expect(dialog.getByText(header, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await expect(dialog.getByRole('definition').filter({ hasText: value }).first()).toBeVisible()
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).not.toHaveURL(/product=/)
    await expect(page.getByRole('link', { name: goods.header, exact: true })).toBeFocused()
  },
)

test('[T.9] the card shows loading, then the product with parameters; invalid variants are logged', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const row = await findVariants(send)
  const logged: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())))
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(`**/api/product/${row.id}`, async (route) => {
    const answer = await route.fetch()
    const reply = (await answer.json()) as { product: ProductCard }
    await arrived
    await route.fulfill({
      response: answer,
      json: { ...reply, product: { ...reply.product, variants: damaged(reply.product) } },
    })
  })
  await page.goto(`/catalog?product=${row.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[aria-busy=true]')).toBeVisible()
  arrive()
  await expect(dialog.getByRole('heading', { name: row.header })).toBeVisible()
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  const goods = await cardOf(send, row.id)
  const [first, second, third] = goods.variants
  // The first variant lacks a parameter, the second has an invalid structure.
  await expect(
    dialog
      .getByRole('row')
      .filter({ hasText: first?.articul ?? '' })
      .getByRole('cell')
      .first(),
  ).toHaveText('–')
  await expect(dialog.getByText(third?.articul ?? '', { exact: true })).toBeVisible()
  await expect(dialog.getByText(second?.articul ?? '', { exact: true })).toHaveCount(0)
  expect(logged.filter((text) => text.includes('Variants structure corrupted'))).toHaveLength(1)
})

test('variants are selected by keyboard, field by field, with a running total, and added together', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const row = await findVariants(send)
  const goods = await cardOf(send, row.id)
  const dialog = await openFromList(page, row)
  const fields = dialog.getByLabel(/^Количество: .*Москва$/)
  // The first field has the focus, so one can type at once.
  await expect(fields.first()).toBeFocused()
  await page.keyboard.type(String(row.step * 2))
  await page.keyboard.press('Enter')
  await expect(fields.nth(1)).toBeFocused()
  await page.keyboard.press('Control+ArrowUp')
  await expect(fields.nth(1)).toHaveValue(String(row.step))
  await page.keyboard.press('Control+ArrowUp')
  await page.keyboard.press('Control+ArrowDown')
  await expect(fields.nth(1)).toHaveValue(String(row.step))
  await page.keyboard.press('ArrowUp')
  await expect(fields.first()).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(fields.first()).toHaveValue(String(row.step * 2))

  const total = row.step * 3
  await expect(dialog.locator('[aria-live=polite]').first()).toContainText(new RegExp(`Выбрано ${total}\\s`))
  await expect(dialog).toContainText('уже в корзине 0')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'В корзину' }).click()
  await expect(page.getByText('Товар добавлен в корзину')).toBeVisible()
  await expect(dialog).toBeHidden()
  const { lines } = await call(getBasketData, {}, { send })
  expect(lines.map(({ parent, qnt }) => ({ parent, qnt })).toSorted((one, other) => one.qnt - other.qnt)).toEqual([
    { parent: goods.id, qnt: row.step },
    { parent: goods.id, qnt: row.step * 2 },
  ])
})

test('the clear button resets a single quantity cell', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const row = await findVariants(send)
  const dialog = await openFromList(page, row)
  const fields = dialog.getByLabel(/^Количество: /)
  for (const index of [0, 1]) {
    await fields.nth(index).fill(String(row.step))
    await fields.nth(index).press('Enter')
  }
  const total = dialog.locator('[aria-live=polite]').first()
  await expect(total).toContainText(new RegExp(`Выбрано ${row.step * 2}\\s`))
  await expectAccessible(page)
  const crosses = dialog.getByRole('button', { name: /^Не брать: / })
  await expect(crosses).toHaveCount(2)
  await crosses.first().focus()
  await page.keyboard.press('Enter')
  await expect(total).toContainText(new RegExp(`Выбрано ${row.step}\\s`))
  await expect(fields.first()).toHaveValue('0')
  await expect(fields.first()).toBeFocused()
  await expect(fields.nth(1)).toHaveValue(String(row.step))
  await expect(crosses).toHaveCount(1)
})

test('on a phone each variant is a card with 44-pixel steppers', { tag: '@only-phone' }, async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const row = await findVariants(send)
  await page.goto(`/product/${row.id}`)
  const more = page.getByRole('button', { name: /^Больше: / }).first()
  expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await more.tap()
  await more.tap()
  await expect(page.getByText(new RegExp(`Выбрано ${row.step * 2}\\s`))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'В корзину' }).tap()
  await expect(page.getByText('Товар добавлен в корзину')).toBeVisible()
  await expect(page.getByText(`уже в корзине ${row.step * 2}`)).toBeVisible()
  await expect(page.getByText(/Выбрано 0\s/)).toBeVisible()
})

test('adding without a selection shows an error message', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [row] = await findGoods(send, 1)
  await page.goto(`/product/${row?.id}`)
  await page.getByRole('button', { name: 'В корзину' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Укажите количество товара' })).toBeVisible()
  await expectAccessible(page)
})

test('[E.3] a picture id above 0 is the main picture, otherwise the placeholder is shown', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const { products } = await call(filter, { perpage: 100 }, { send })
  const pictured = products.find(({ picture }) => picture > 0)
  const bare = products.find(({ picture }) => picture === 0)
  await page.goto(`/product/${pictured?.id}`)
  await expect(page.getByRole('img', { name: pictured?.header }).first()).toHaveAttribute(
    'src',
    new RegExp(`^/dbpics/${pictured?.picture}\\.${pictured?.picturetype}(\\?|$)`),
  )
  await page.goto(`/product/${bare?.id}`)
  await expect(page.getByRole('img', { name: 'Нет фото' })).toHaveAttribute('src', '/no-photo.svg')
  await expect(page.getByRole('button', { name: /Увеличить фото/ })).toHaveCount(0)
})

test(
  'pictures are browsed by buttons and keys; the large view zooms in, and Esc closes only that view',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const row = await findCard(send, ({ pictures }) => pictures.length > 1)
    const dialog = await openFromList(page, row)
    const count = row.pictures.length
    const open = dialog.getByRole('button', { name: /^Увеличить фото/ })
    const box = await open.boundingBox()
    await dialog.getByRole('button', { name: 'Следующее фото' }).click()
    await expect(open).toHaveAccessibleName(`Увеличить фото 2 из ${count}`)
    expect(await open.boundingBox()).toEqual(box)
    await dialog.getByRole('button', { name: 'Фото 1', exact: true }).click()
    await page.keyboard.press('ArrowLeft')
    await expect(open).toHaveAccessibleName(`Увеличить фото ${count} из ${count}`)
    await page.keyboard.press('ArrowRight')
    await expect(open).toHaveAccessibleName(`Увеличить фото 1 из ${count}`)

    await open.focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('dialog', { name: /^Фото: / })
    await expect(large).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(large).toContainText(`2 из ${count}`)
    const picture = large.getByRole('button', { name: /^Вдвое крупнее/ })
    const single = await picture.boundingBox()
    await picture.click()
    await expect(picture).toHaveAttribute('aria-pressed', 'true')
    expect((await picture.boundingBox())?.width).toBeCloseTo((single?.width ?? 0) * 2, -1)
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(dialog.getByRole('heading', { name: row.header })).toBeVisible()
    await expect(open).toBeFocused()
  },
)

test('[S.8] arrow keys switch tabs; linked products load on demand, and a failed request can be retried', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const row = await findCard(send, ({ tabs }) => (tabs.analogues ?? []).length > 0 && tabs.description !== undefined)
  let fails = true
  const requests: string[] = []
  await page.route('**/api/binds/', (route) => {
    requests.push(route.request().postData() ?? '')
    return fails
      ? route.fulfill({
          status: 500,
          json: { status: 'error', code: 'failure', message: 'Внутренняя ошибка. Мы уже знаем о ней' },
        })
      : route.continue()
  })
  await page.goto(`/product/${row.id}`)
  const tabs = page.getByRole('tablist', { name: 'О товаре' }).getByRole('tab')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Описание' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Описание' })).toContainText(row.description.slice(0, 20))
  expect(requests).toEqual([])
  await page.keyboard.press('ArrowRight')
  const count = row.tabs.analogues?.length ?? 0
  const analogues = page.getByRole('tab', { name: `Аналоги · ${count}` })
  await expect(analogues).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel', { name: /^Аналоги/ })
  await expect(panel.getByRole('alert')).toContainText('Мы уже знаем о ней')
  fails = false
  await panel.getByRole('button', { name: 'Повторить' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(count)
  await expectAccessible(page)
  await analogues.focus()
  await page.keyboard.press('Home')
  await expect(tabs.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tabs.last()).toBeFocused()
  for (const tab of await tabs.all())
    expect(await page.locator(`[id="${await tab.getAttribute('aria-controls')}"]`).count()).toBe(1)
})

test('expected arrivals, documents and the price history of the contract are shown', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const row = await findCard(
    send,
    ({ tabs, arrivals }) => arrivals.length > 0 && tabs.documents !== undefined && tabs.prices !== undefined,
  )
  await page.goto(`/product/${row.id}`)
  const [soonest] = row.arrivals
  await expect(page.getByText(/Ожидается: /)).toContainText(`${Number(soonest?.date.slice(0, 2))}\u00a0`)
  await expect(page.getByText(/Ожидается: /)).toContainText(`, ${soonest?.wms}`)
  await expect(page.getByText(/^Остатки на \d\d/)).toBeVisible()

  const documents = row.tabs.documents ?? []
  await page.getByRole('tab', { name: `Документы · ${documents.length}` }).click()
  const links = page.getByRole('tabpanel', { name: /^Документы/ }).getByRole('link')
  await expect(links).toHaveCount(documents.length)
  await expect(links.first()).toHaveText(/[A-Z]{3,4}, [\d,]+\s[КМ]Б$/)
  const file = await page.request.get((await links.first().getAttribute('href')) ?? '')
  expect(file.status()).toBe(200)
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'История цены' }).click()
  const panel = page.getByRole('tabpanel', { name: 'История цены' })
  const { points } = await call(priceHistory, { id: row.variants[0]?.id ?? row.id }, { send })
  await expect(panel.getByRole('row')).toHaveCount(points.length + 1)
  await expect(panel.getByRole('row').nth(1)).toContainText(points.at(-1)?.date ?? '')
  await expect(panel.getByRole('img', { name: /^Цена с \d\d\.\d\d\.\d{4} по / })).toBeVisible()
  await expectAccessible(page)
})

test('a linked product opens in the same modal, and Back returns to the previous one', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const row = await findCard(send, ({ tabs }) => (tabs.analogues ?? []).length > 0)
  const dialog = await openFromList(page, row)
  await dialog.getByRole('tab', { name: /^Аналоги/ }).click()
  const link = dialog
    .getByRole('tabpanel', { name: /^Аналоги/ })
    .getByRole('link')
    .first()
  const name = (await link.getAttribute('title')) ?? ''
  await link.click()
  await expect(dialog.getByRole('heading', { name })).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.goBack()
  await expect(dialog.getByRole('heading', { name: row.header })).toBeVisible()
  await page.goForward()
  await expect(dialog.getByRole('heading', { name })).toBeVisible()
  await dialog.getByRole('button', { name: 'Закрыть' }).first().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: row.header, exact: true })).toBeFocused()

  await page.goto(`/product/${row.id}`)
  await page.getByRole('tab', { name: /^Аналоги/ }).click()
  await page
    .getByRole('tabpanel', { name: /^Аналоги/ })
    .getByRole('link', { name })
    .click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/product\/\d+$/)
})

test('a product URL can be shared: a guest signs in and sees the product', async ({ page, browser }) => {
  const send = await signInAs(page, 'owner')
  const row = await findVariants(send)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = await openFromList(page, row)
  await dialog.getByRole('button', { name: 'Скопировать ссылку' }).click()
  await expect(page.getByText('Ссылка скопирована')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(address).pathname).toBe(`/product/${row.id}`)

  const context = await browser.newContext()
  const guest = await context.newPage()
  await guest.goto(address)
  await guest.getByLabel('Электронная почта').fill(accounts.manager.login)
  await guest.getByLabel('Пароль').fill(accounts.manager.password)
  await guest.getByRole('button', { name: 'Войти' }).click()
  await expect(guest.getByRole('heading', { name: row.header, level: 1 })).toBeVisible()
  await expect(guest).toHaveURL(address)
  const goods = await cardOf(send, row.id)
  const path = guest.getByRole('navigation', { name: 'Путь' })
  for (const { header } of goods.breadcrumbs) await expect(path.getByRole('link', { name: header })).toBeVisible()
  await expectAccessible(guest)
  await guest.goto(`/product/${goods.variants[0]?.id}`)
  await expect(guest).toHaveURL(address)
  await context.close()
})

test('a link with another contract offers to switch when the current contract does not sell the product', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const deferred = (await call(initData, {}, { send })).contracts.find(({ number }) => number === contracts.deferred)
  const [row] = await findGoods(send, 1, { contract: deferred?.id ?? 0 })
  let switched = false
  await page.route('**/api/setContract/**', (route) => {
    switched = true
    return route.continue()
  })
  await page.route(`**/api/product/${row?.id}`, (route) =>
    switched ? route.continue() : route.fulfill({ status: 404, json: {} }),
  )
  await page.goto(`/product/${row?.id}?contract=${deferred?.id}`)
  await expect(page.getByRole('heading', { name: 'По выбранному договору этот товар не продаётся' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Выбрать договор № ${contracts.deferred}` }).click()
  await expect(page.getByRole('heading', { name: row?.header ?? '' }).first()).toBeVisible()
  expect((await call(initData, {}, { send })).contracts.find(({ selected }) => selected)?.number).toBe(
    contracts.deferred,
  )
})

test('an unknown product shows the not-found page inside the shell', async ({ page }) => {
  await signInAs(page, 'owner')
  for (const id of ['99999999', 'drel']) {
    await page.goto(`/product/${id}`)
    await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
    await expect(page.getByLabel('Поиск по каталогу')).toBeVisible()
  }
  await page.goto('/catalog?product=99999999')
  await expect(page.getByRole('dialog')).toContainText('Такого товара нет')
  await expectAccessible(page)
})

test('favourites, needs and comparison are saved; an out-of-stock product can be watched', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const row = await findCard(
    send,
    ({ variants, stocks }) => variants.length === 0 && stocks.every(({ quantity }) => quantity === 0),
    { available: 0 },
  )
  for (const take of [removeFavorite, unsetNeed, unsetWatch]) await call(take, { id: row.id }, { send })
  await page.goto(`/product/${row.id}`)
  for (const [name, marked] of [
    ['В избранное', 'В избранном'],
    ['В потребности', 'В потребностях'],
    ['Сравнить', 'В сравнении'],
    ['Сообщить о поступлении', 'Сообщим о поступлении'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: marked, exact: true })).toBeVisible()
  }
  await expect.poll(() => cardOf(send, row.id)).toMatchObject({ inwish: true, inneed: true })
  await page.reload()
  await expectAccessible(page)
  for (const [marked, name] of [
    ['В избранном', 'В избранное'],
    ['В потребностях', 'В потребности'],
    ['В сравнении', 'Сравнить'],
    ['Сообщим о поступлении', 'Сообщить о поступлении'],
  ] as const) {
    await page.getByRole('button', { name: marked, exact: true }).click()
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'В корзину' })).toHaveCount(0)
  await expect.poll(() => cardOf(send, row.id)).toMatchObject({ inwish: false, inneed: false })
})

test('a receiver sees the card without prices or ordering controls', async ({ page }) => {
  const send = await signInAs(page, 'receiver')
  const { products } = await call(filter, { available: 1 }, { send })
  const row = products.find(({ variants_count }) => variants_count > 0) ?? products[0]
  await page.goto(`/product/${row?.id}`)
  await expect(page.getByRole('heading', { name: row?.header, level: 1 })).toBeVisible()
  await expect(page.locator('#main')).not.toContainText('₽')
  for (const name of ['В корзину', 'В избранное', 'В потребности'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.locator('#main input[data-quantity]')).toHaveCount(0)
  await expectAccessible(page)
})

test('the card loads without layout shifts', async ({ page }) => {
  await withoutEventStream(page)
  const send = await signInAs(page, 'owner')
  const row = await findVariants(send)
  await page.addInitScript(() => {
    const kept = window as unknown as { shifts: number }
    kept.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // A card is opened from another page, so the fonts are loaded.
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  for (const address of [`/product/${row.id}`, `/catalog?product=${row.id}`]) {
    await page.goto(address)
    await expect(page.getByRole('tablist', { name: 'О товаре' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts), address).toBeLessThanOrEqual(
      0.02,
    )
  }
})

const cardOf = async (send: Send, id: number): Promise<ProductCard> => (await call(product, { id }, { send })).product

/** A product with at least two variants in stock in Moscow. */
async function findVariants(send: Send): Promise<ProductRow> {
  return findCard(
    send,
    ({ variants, actualWms }) =>
      variants.filter(({ stocks, step }) =>
        stocks.some(({ wms_id, quantity }) => wms_id === actualWms[0]?.id && quantity >= step * 3),
      ).length > 2,
    { query: 'перчатки' },
  )
}

async function findCard(
  send: Send,
  fits: (card: ProductCard) => boolean,
  input: Parameters<typeof call<typeof filter>>[1] = { available: 1 },
): Promise<ProductCard> {
  const { products } = await call(filter, { perpage: 100, ...input }, { send })
  for (const { id } of products) {
    const card = await cardOf(send, id)
    if (fits(card)) return card
  }
  throw new Error('the demo range has no such product')
}

async function openFromList(page: Page, row: ProductRow): Promise<Locator> {
  await page.goto(`/catalog?query=${encodeURIComponent(row.articul)}`)
  await page.getByRole('link', { name: row.header, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('tablist', { name: 'О товаре' })).toBeVisible()
  return dialog
}

/** Removes from the first variant all parameters but one that others lack, and from the second its structure. */
function damaged({ variants }: ProductCard): unknown[] {
  return variants.map((variant, index) => {
    if (index === 0) return { ...variant, params: {} }
    return index === 1 ? { id: variant.id, header: variant.header } : variant
  })
}
