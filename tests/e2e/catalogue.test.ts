import { expect, type Page } from '@playwright/test'
import { filterInit } from '#shared/api/catalogue.ts'
import { catalogViewCookie, pageSizes, paginationCells } from '#shared/constants.ts'
import { call } from '#web/api/client.ts'
import {
  expectAccessible,
  findGoods,
  isPhone,
  chooseInHeader,
  quantityFields,
  signInAs,
  test,
  withoutEventStream,
} from './support.ts'

/** Names of the goods on the page, in their order. */
const names = (page: Page) => page.locator('#rows').locator('tbody tr, li').locator('a[title]')

test('[S.1] text, page and category are stored in the URL; Back restores the page and scroll position', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const { catalog_tree } = await call(filterInit, {}, { send })
  const category = catalog_tree.find(({ count }) => count > 100)
  await page.goto(`/catalog/${category?.url}`)
  await expect(page.getByRole('heading', { name: category?.header, level: 1 })).toBeVisible()
  await expect(names(page)).toHaveCount(pageSizes.catalogue)
  const before = (await names(page).first().textContent()) ?? ''
  await page.getByRole('link', { name: 'Страница 2' }).click()
  await expect(page).toHaveURL(/[?&]page=2/)
  await expect(names(page).first()).not.toHaveText(before)
  const shown = await names(page).allTextContents()

  const list = page.locator('#rows')
  const scroller = (await list.evaluate((rows) => rows.scrollHeight > rows.clientHeight + 40))
    ? list
    : page.locator('#main')
  await scroller.evaluate((rows) => rows.scrollTo(0, 240))
  const place = await scroller.evaluate((rows) => rows.scrollTop)
  await page.getByRole('link', { name: 'Заказы' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/orders/)
  await page.goBack()
  await expect(names(page)).toHaveText(shown)
  await expect.poll(() => scroller.evaluate((rows) => Math.round(rows.scrollTop))).toBe(Math.round(place))
})

test('[S.2] [N.7] Enter in the quick search opens the catalogue from three characters on; fewer do nothing', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await page.goto('/orders')
  const search = page.getByLabel('Поиск по каталогу')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('ср')
  await search.press('Enter')
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/orders/)
  await search.fill('сверло')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/catalog\?query=/)
  expect(new URL(page.url()).searchParams.get('query')).toBe('сверло')
  await expect(names(page).first()).toContainText(/сверл/i)
})

test('the search scope is selectable: everywhere, article numbers or names', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [row] = await findGoods(send, 1)
  await page.goto(`/catalog?query=${encodeURIComponent(row?.articul ?? '')}`)
  const where = page.getByLabel('Где искать')
  await where.selectOption('В названии')
  await expect(page).toHaveURL(/search_range=header/)
  await expect(page.getByText('Искали только в названиях')).toBeVisible()
  await where.selectOption('В артикуле')
  await expect(names(page).first()).toHaveText(row?.header ?? '')
  await where.selectOption('В названии')
  await page.getByRole('button', { name: 'Искать везде' }).click()
  await expect(page).not.toHaveURL(/search_range/)
  await expect(names(page).first()).toBeVisible()
  await expectAccessible(page)
})

test('[S.5] the table or tile layout is stored in a cookie for 360 days', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/catalog')
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'Плитка' }).click()
  await expect(page.getByRole('table')).toHaveCount(0)
  const cookie = (await page.context().cookies()).find(({ name }) => name === catalogViewCookie.name)
  expect(cookie?.value).toBe('grid')
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(catalogViewCookie.days)
  await page.reload()
  await expect(names(page)).toHaveCount(pageSizes.catalogue)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
})

test('[S.6] [T.5] four column headers sort: ascending, descending, ascending again; other columns reset', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await page.goto('/catalog?available=1')
  for (const [label, field] of [
    ['Артикул', 'articul'],
    ['Цена, ₽', 'price'],
    ['РРЦ', 'price_rrc'],
  ] as const) {
    const heading = page.getByRole('columnheader', { name: label })
    await expect(heading).toHaveAttribute('aria-sort', 'none')
    for (const [direction, word] of [
      ['asc', 'ascending'],
      ['desc', 'descending'],
      ['asc', 'ascending'],
    ] as const) {
      await heading.getByRole('button').click()
      await expect(heading).toHaveAttribute('aria-sort', word)
      await expect(page).toHaveURL(new RegExp(`sorting=${field}\\.${direction}`))
    }
    await expect(page.locator('th[aria-sort=ascending], th[aria-sort=descending]')).toHaveCount(1)
  }
  await page.getByRole('columnheader', { name: 'Наименование' }).getByRole('button').click()
  await expect(page).toHaveURL(/sorting=header\.asc/)
})

test(
  '[S.7] [T.7] every filter narrows the list, appears as a chip and resets to the first page',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'owner')
    const panel = page.getByLabel('Фильтры', { exact: true })
    const start = async () => {
      await page.goto('/catalog?page=3')
      await expect(names(page)).toHaveCount(pageSizes.catalogue)
      if (isPhone()) await page.getByRole('button', { name: /^Фильтры/ }).click()
    }
    for (const [name, mark] of [
      ['В наличии', /available=1/],
      ['Новинки', /new=1/],
      ['Распродажа', /sale=1/],
    ] as const) {
      await start()
      await panel.getByLabel(name).click()
      await expect(page).toHaveURL(mark)
      await expect(page).not.toHaveURL(/page=/)
    }
    for (const [title, mark] of [
      ['Бренд', /brand=\d/],
      ['Гарантия, мес', /filter=\d+-\d/],
    ] as const) {
      await start()
      await panel
        .locator('section', { has: page.getByRole('heading', { name: title }) })
        .getByRole('checkbox')
        .first()
        .click()
      await expect(page).toHaveURL(mark)
      await expect(page).not.toHaveURL(/page=/)
    }
    await start()
    await panel.getByRole('link', { name: 'Спецодежда' }).click()
    await expect(page).toHaveURL(/\/catalog\/[\w-]+/)
    await expect(page).not.toHaveURL(/page=/)

    await page.goto('/catalog?page=3')
    await expect(names(page)).toHaveCount(pageSizes.catalogue)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await chooseInHeader(page, 'Склад', 'Казань')
    await expect(page).not.toHaveURL(/page=/)
    await expect.poll(() => calls.filter((path) => path === '/api/filter/').length).toBeGreaterThanOrEqual(2)
    // First the basket's totals, then the list again.
    expect(calls.indexOf('/api/getBasketData/')).toBeGreaterThan(-1)
    expect(calls.indexOf('/api/getBasketData/')).toBeLessThan(calls.lastIndexOf('/api/filter/'))
  },
)

test('[V.13] prices omit zero kopecks, and the price filter groups thousands', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await page.goto('/catalog')
  await expect(names(page)).toHaveCount(pageSizes.catalogue)
  const shown = (await page.locator('#rows').textContent()) ?? ''
  expect(shown).toMatch(/\d/)
  expect(shown).not.toMatch(/,00/)
  const [whole] = (await findGoods(send, 20)).filter(({ price }) => Number.isInteger(price) && (price ?? 0) >= 1000)
  await page.goto(`/catalog?query=${encodeURIComponent(whole?.articul ?? '')}`)
  const grouped = new Intl.NumberFormat('ru-RU').format(whole?.price ?? 0).replace(/\s/g, '\\s')
  await expect(page.locator('#rows')).toContainText(new RegExp(grouped))

  await page.goto('/catalog')
  await page.getByLabel('Цена от').fill('3000')
  await page.getByLabel('Цена от').press('Enter')
  await expect(page).toHaveURL(/price=3000-/)
  await expect(page.getByLabel('Цена от')).toHaveValue(/^3\s000$/)
  await page.getByLabel('Цена до').fill('25000,5')
  await page.getByLabel('Цена до').press('Enter')
  await expect(page.getByLabel('Цена до')).toHaveValue(/^25\s000,50$/)
})

test('[N.3] [S.4] the pager has 11 cells, 7 on a phone', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'owner')
  const cells = page
    .getByRole('navigation', { name: 'Страницы' })
    .filter({ visible: true })
    .first()
    .locator(':scope > a:not([aria-label*=" страница"]), :scope > span')
  for (const number of [1, 60, 158]) {
    await page.goto(`/catalog?page=${number}`)
    await expect(cells).toHaveCount(isPhone() ? paginationCells.min : paginationCells.max)
    await expect(cells.filter({ hasText: new RegExp(`^${number}$`) })).toHaveAttribute('aria-current', 'page')
  }
})

test('[S.16] the current section is highlighted regardless of query and hash', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [category] = (await call(filterInit, {}, { send })).catalog_tree
  const current = page.getByRole('navigation', { name: 'Разделы' }).locator('[aria-current=page]')
  for (const [address, label] of [
    ['/', 'Главная'],
    ['/catalog?query=сверло#rows', 'Каталог'],
    [`/catalog/${category?.url}?page=2`, 'Каталог'],
    ['/cart/#checkout', 'Корзина'],
    ['/orders?page=2', 'Заказы'],
  ] as const) {
    await page.goto(address)
    await expect(current).toHaveText(label)
    await expectAccessible(page)
  }
})

test('[M.8] goods selected in the card are added to the basket with a notification', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const [product] = await findGoods(send, 1)
  await page.goto(`/catalog?query=${encodeURIComponent(product?.articul ?? '')}`)
  await names(page).first().click()
  const card = page.getByRole('dialog')
  await expect(card.getByRole('button', { name: 'В корзину' })).toBeEnabled()
  await expectAccessible(page)
  await quantityFields(page).and(card.locator('input')).first().fill('1')
  await card.getByRole('button', { name: 'В корзину' }).click()
  await expect(page.getByText('Товар добавлен в корзину')).toBeVisible()
})

test('the catalogue loads without layout shifts', { tag: '@phone' }, async ({ page }) => {
  // With an open stream the network is never idle.
  await withoutEventStream(page)
  await signInAs(page, 'owner')
  await page.addInitScript(() => {
    const kept = window as unknown as { shifts: number }
    kept.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/catalog')
  await expect(names(page)).toHaveCount(pageSizes.catalogue)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThanOrEqual(0.02)
  await expectAccessible(page)
})
