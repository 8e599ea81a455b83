import { expect, type Locator, type Page } from '@playwright/test'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { filter } from '#shared/api/catalogue.ts'
import {
  deleteFavoriteList,
  deleteFavorites,
  deleteNeeds,
  favoriteLists,
  favorites,
  saveFavoriteList,
  setNeed,
  addFavorite,
  removeFavorite,
} from '#shared/api/lists.ts'
import { hitGoods, noveltyGoods, sales, specGoods } from '#shared/api/showcase.ts'
import { pageSizes } from '#shared/constants.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, fillBasket, findGoods, isPhone, signInAs, test, withoutEventStream } from './support.ts'

const lists = [
  { path: '/hits', title: 'Хиты', address: '/api/hitGoods/', ask: (send: Send) => call(hitGoods, {}, { send }) },
  {
    path: '/novelties',
    title: 'Новинки',
    address: '/api/noveltyGoods/',
    ask: (send: Send) => call(noveltyGoods, {}, { send }),
  },
  { path: '/sales', title: 'Распродажа', address: '/api/sales/', ask: (send: Send) => call(sales, {}, { send }) },
  {
    path: '/special',
    title: 'Спецпредложения',
    address: '/api/specGoods/',
    ask: (send: Send) => call(specGoods, {}, { send }),
  },
  {
    path: '/favorites',
    title: 'Избранное',
    address: '/api/favorites/',
    ask: (send: Send) => call(favorites, {}, { send }),
  },
]

const rows = (page: Page) => page.locator('#rows > table > tbody > tr, #rows > ul > li')
const names = (page: Page) => rows(page).locator('a[title]')
const bar = (page: Page) => page.getByRole('group', { name: 'Отмеченные товары' })
const pageLink = (page: Page, number: number) =>
  page.getByRole('navigation', { name: 'Страницы' }).getByRole('link', { name: `Страница ${number}`, exact: true })

test('[S.4] [T.8] each list has 20 goods and one request per page; Back returns to the previous page', async ({
  page,
}) => {
  await withoutEventStream(page)
  const send = await signInAs(page, 'owner')
  for (const { path, title, address, ask } of lists) {
    const first = await ask(send)
    const requests: string[] = []
    const listen = (url: string) => new URL(url).pathname === address && requests.push(url)
    page.on('request', (request) => void listen(request.url()))
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(names(page)).toHaveText(first.goods.map(({ header }) => header))
    expect(first.goods.length).toBeLessThanOrEqual(pageSizes.catalogue)
    await expectAccessible(page)
    expect(requests, path).toHaveLength(1)
    expect(first.pagination.pages, `${path} has a second page`).toBeGreaterThan(1)

    await pageLink(page, 2).click()
    await expect(page).toHaveURL(/[?&]page=2/)
    await expect(pageLink(page, 2)).toHaveAttribute('aria-current', 'page')
    await expect(names(page).first()).not.toHaveText(first.goods[0]?.header ?? '')
    await page.waitForLoadState('networkidle')
    expect(requests, path).toHaveLength(2)
    await page.goBack()
    await expect(page).not.toHaveURL(/page=/)
    await expect(names(page)).toHaveText(first.goods.map(({ header }) => header))
    page.removeAllListeners('request')
  }
})

test(
  'the sidebar groups the lists, shows counters and highlights the current entry',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const { count, goneCount } = await call(favorites, {}, { send })
    await page.goto('/favorites')
    if (isPhone()) {
      await expect(page.getByRole('navigation', { name: 'Главные разделы' }).getByRole('link')).toHaveCount(5)
      await page.getByRole('button', { name: 'Меню' }).click()
    }
    const sections = page.getByRole('navigation', { name: 'Разделы', exact: true })
    await expect(sections.getByRole('link', { name: 'Избранное' })).toHaveText(`Избранное${count + goneCount}`)
    await expect(sections.getByRole('link', { name: 'Избранное' })).toHaveAttribute('aria-current', 'page')
    await expect(sections.getByRole('link', { name: 'Потребности' })).toHaveText(/Потребности\d+/)
    await expect(sections.getByRole('link', { name: 'Хиты' })).toBeHidden()
    await sections.getByText('Подборки').focus()
    await page.keyboard.press('Enter')
    for (const name of ['Хиты', 'Новинки', 'Распродажа', 'Спецпредложения'])
      await expect(sections.getByRole('link', { name })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  '[S.11] [M.8] sales: a row has a stepper and a star; a dialog confirms the addition and offers both next steps',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const goods = (await call(sales, {}, { send })).goods.filter(isAddable)
    const good = goods.find(({ step, available_for_order }) => available_for_order >= step * 3)
    if (!good) throw new Error('no sale goods in stock')
    await call(removeFavorite, { id: good.id }, { send })
    await page.goto('/sales')
    const row = rowOf(page, good)

    await row.getByRole('button', { name: /^Больше/ }).click()
    await row.getByRole('button', { name: /^В корзину/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Товар добавлен в корзину' })
    const quantity = good.step * 2
    const sum = escaped(number((good.price ?? 0) * quantity))
    await expect(dialog.getByRole('list', { name: 'Добавлено' }).getByRole('listitem')).toHaveText(
      new RegExp(`${escaped(good.header)}.*${escaped(number(quantity))}.*${sum}.₽`),
    )
    await expect(dialog).toContainText(/В корзине 1.строка/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Продолжить покупки' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/sales$/)
    await expect(row.getByRole('textbox')).toHaveValue(number(good.step))

    const star = row.getByRole('button', { name: /^В избранном/ })
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(async () => (await call(favorites, { perpage: 100 }, { send })).goods.some(({ id }) => id === good.id))
      .toBe(true)
    await page.reload()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')

    await row.getByRole('button', { name: /^В корзину/ }).click()
    await dialog.getByRole('link', { name: 'Перейти в корзину' }).click()
    await expect(page).toHaveURL(/\/cart/)
    await expect(page.locator('#main')).toContainText(good.header)
  },
)

test('[S.8] a sale product opens in a modal over its list; closing it returns to the list', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/sales?page=2')
  const name = await names(page).first().textContent()
  await names(page).first().click()
  const card = page.getByRole('dialog')
  await expect(card.getByRole('heading', { name: name ?? '' })).toBeVisible()
  await expect(card.getByRole('tablist', { name: 'О товаре' })).toBeVisible()
  await expect(page).toHaveURL(/page=2.*product=\d+/)
  await card.getByRole('button', { name: 'Закрыть' }).first().click()
  await expect(card).toBeHidden()
  await expect(page).toHaveURL(/\/sales\?page=2$/)
})

test(
  '[S.12] [N.8] special goods: a looping carousel of four, moving by one within 500 ms, without dots',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const { goods, offers } = await call(specGoods, {}, { send })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // Checked afterwards the move may be over, so each start is recorded.
    await page.addInitScript(() => {
      const animate = Reflect.get(Element.prototype, 'animate')
      Element.prototype.animate = function (frames, options) {
        if (typeof options === 'object') this.setAttribute('data-moved', String(options.duration))
        return animate.call(this, frames, options)
      }
    })
    for (const path of ['/special', '/']) {
      await page.goto(path)
      const ring = page.getByRole('region', { name: 'Спецпредложения' })
      const shown = ring.locator('li[data-shown] a')
      const header = (index: number) => goods.at(index % goods.length)?.header ?? ''
      const seen = isPhone() ? 2 : 4
      const from = (start: number) => Array.from({ length: seen }, (_, index) => header(start + index + goods.length))
      await expect(shown).toHaveText(from(0))
      expect(await allInside(ring, shown), 'the four are in sight').toBe(true)
      await ring.getByRole('button', { name: 'Вперёд' }).click()
      await expect(ring.getByRole('list')).toHaveAttribute('data-moved', '500')
      await expect(shown).toHaveText(from(1))
      for (const start of [0, -1]) {
        await ring.getByRole('button', { name: 'Назад' }).click()
        await expect(shown).toHaveText(from(start))
      }
      for (let start = 0; start <= goods.length; start += 1) {
        await ring.getByRole('button', { name: 'Вперёд' }).click()
      }
      await expect(shown).toHaveText(from(0))
      expect(await ring.getByRole('button').count(), 'arrows and nothing else').toBe(2)
      await expectAccessible(page)
    }
    await page.goto('/special')
    const narrowed = page.getByRole('navigation', { name: 'Предложения' })
    for (const { title, starts, ends } of offers)
      await expect(narrowed.getByRole('link', { name: title })).toContainText(`${starts} – ${ends}`)
    await narrowed.getByRole('link').first().click()
    await expect(page).toHaveURL(/offer=\d+/)
    await expect(rows(page).filter({ hasText: offers[0]?.title ?? '' })).toHaveCount(await rows(page).count())
  },
)

test('[S.15] banners rotate every 3 s; hover, focus, the pause button and reduced motion stop them', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  const slider = page.getByRole('region', { name: 'Баннеры' })
  const shown = slider.locator('a[data-shown]')
  await slider.scrollIntoViewIfNeeded()
  const title = async () => (await shown.textContent()) ?? ''
  const moves = async () => {
    const before = await title()
    await page.clock.runFor(3000)
    await expect(shown).not.toHaveText(before)
  }
  const expectStill = async (why: string) => {
    const before = await title()
    await page.clock.runFor(7000)
    expect(await title(), why).toBe(before)
  }
  await expect(shown).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (let time = 0; time < 3; time += 1) await moves()
  await slider.hover()
  await expectStill('under a pointer')
  await page.mouse.move(0, 0)
  await shown.focus()
  await expectStill('focused')
  await page.locator('#main').focus()
  await moves()
  await slider.getByRole('button', { name: 'Остановить' }).click()
  await page.mouse.move(0, 0)
  await page.locator('#main').focus()
  await expectStill('stopped by the button')
  await page.clock.resume()
  await expectAccessible(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(shown).toBeVisible()
  await expect(slider.getByRole('button', { name: 'Показывать по очереди' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 120_000)
  await expectStill('less motion')
})

test('[S.17] [M.9] selected rows: the count is shown, removal asks first, each is added with its quantity', async ({
  page,
}) => {
  const send = await signInAs(page, 'manager')
  const [first, second, third] = await findGoods(send, 3)
  const variants = (await call(filter, { query: 'перчатки', perpage: 100 }, { send })).products.find(
    ({ variants_count }) => variants_count > 0,
  )
  if (!first || !second || !third || !variants) throw new Error('the demo range has no such goods')
  await keepOnly(send, [first, second, third, variants])
  await fillBasket(send, [third])
  await page.goto('/favorites')
  await expect(rows(page)).toHaveCount(4)
  for (const row of [first, second, third, variants]) await check(page, row)
  await expect(bar(page)).toContainText('Выбрано записей: 4')
  await expectAccessible(page)

  await bar(page).getByRole('button', { name: 'В корзину' }).click()
  const dialog = page.getByRole('dialog', { name: 'Товар добавлен в корзину' })
  await expect(dialog.getByRole('list', { name: 'Добавлено' }).getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').filter({ hasText: variants.header })).toContainText('Выберите вариант')
  await expect(dialog.getByRole('listitem').filter({ hasText: third.header })).toContainText('Уже в корзине')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Продолжить покупки' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(rowOf(page, first).getByRole('textbox')).toHaveValue(number(first.quantity))

  for (const row of [first, second]) await check(page, row)
  await bar(page).getByRole('button', { name: 'Удалить' }).click()
  const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
  await expect(question).toContainText('Удалить отмеченные товары?')
  await question.getByRole('button', { name: 'Нет' }).click()
  await expect(rows(page)).toHaveCount(4)
  await bar(page).getByRole('button', { name: 'Удалить' }).click()
  await question.getByRole('button', { name: 'Да' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(bar(page)).toBeHidden()
  expect(new Set((await call(favorites, {}, { send })).goods.map(({ id }) => id))).toEqual(
    new Set([third.id, variants.id]),
  )
})

test('selected rows of any list become needs, with undo', async ({ page }) => {
  const send = await signInAs(page, 'manager')
  const goods = await findGoods(send, 2)
  await keepOnly(send, goods)
  const kept = async () =>
    (await call(filter, { origin: 'needs', perpage: 100 }, { send })).products.map(({ id }) => id)
  const ids = goods.map(({ id }) => id)
  await call(deleteNeeds, { ids }, { send })
  const before = await kept()
  await page.goto('/favorites')
  for (const row of goods) await check(page, row)
  await bar(page).getByRole('button', { name: 'В потребности' }).click()
  await expect(page.getByText('Добавлено в потребности: 2')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  expect(await kept()).toEqual(expect.arrayContaining(ids))
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect.poll(kept).toEqual(before)
})

test('removing a row can be undone; a failed request is rolled back', async ({ page }) => {
  const send = await signInAs(page, 'manager')
  const [good] = await findGoods(send, 1)
  if (!good) throw new Error('no goods')
  await keepOnly(send, [good])
  await call(setNeed, { id: good.id }, { send })
  for (const [path, name] of [
    ['/favorites', 'Убрать из избранного'],
    ['/needs', 'Убрать из потребностей'],
  ] as const) {
    await page.goto(path)
    await rowOf(page, good).getByRole('button', { name }).click()
    await expect(rowOf(page, good)).toHaveCount(0)
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await expect(rowOf(page, good)).toBeVisible()
  }
  // Restored to the favourites, it is also restored to its named list.
  const { id: list } = await call(saveFavoriteList, { header: 'Объект' }, { send })
  await call(addFavorite, { id: good.id, list }, { send })
  await page.goto('/favorites')
  await rowOf(page, good).getByRole('button', { name: 'Убрать из избранного' }).click()
  await expect(page.getByRole('link', { name: 'Объект' })).toHaveText('Объект0')
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(page.getByRole('link', { name: 'Объект' })).toHaveText('Объект1')
  await page.goto('/needs')
  await page.route('**/api/needs/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 500,
          json: { status: 'error', code: 'failure', message: 'Внутренняя ошибка. Мы уже знаем о ней' },
        })
      : route.continue(),
  )
  await rowOf(page, good).getByRole('button', { name: 'Убрать из потребностей' }).click()
  await expect(page.getByText('Мы уже знаем о ней')).toBeVisible()
  await expect(rowOf(page, good)).toBeVisible()
})

test('named favourite lists are created, filled, renamed and deleted; their goods stay favourites', async ({
  page,
}) => {
  const send = await signInAs(page, 'manager')
  const goods = await findGoods(send, 3)
  await keepOnly(send, goods)
  await page.goto('/favorites')
  const tabs = page.getByRole('navigation', { name: 'Списки избранного' })
  await page.getByRole('button', { name: 'Новый список' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Создать' }).click()
  await expect(dialog.getByText('Введите название')).toBeVisible()
  await dialog.getByLabel('Название').fill('Объект 1')
  await dialog.getByLabel('Название').press('Enter')
  await expect(page).toHaveURL(/list=\d+/)
  await expect(page.getByRole('heading', { name: 'Объект 1', level: 1 })).toBeVisible()
  await expect(page.getByText('В этом списке пока пусто')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Новый список' }).click()
  await dialog.getByLabel('Название').fill('Объект 1')
  await dialog.getByLabel('Название').press('Enter')
  await expect(dialog.getByText('Такое название уже есть')).toBeVisible()
  await dialog.getByRole('button', { name: 'Отмена' }).click()

  await tabs.getByRole('link', { name: 'Все' }).click()
  for (const row of goods.slice(0, 2)) await check(page, row)
  await bar(page).getByLabel('Добавить в список избранного').selectOption('Объект 1')
  await expect(page.getByText('Добавлено в список «Объект 1»: 2')).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Объект 1' })).toHaveText('Объект 12')
  await tabs.getByRole('link', { name: 'Объект 1' }).click()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Переименовать' }).click()
  await dialog.getByLabel('Название').fill('Склад')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('heading', { name: 'Склад', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Удалить список' }).click()
  await dialog.getByRole('button', { name: 'Да' }).click()
  await expect(page).toHaveURL(/\/favorites$/)
  await expect(rows(page)).toHaveCount(3)
  expect((await call(favoriteLists, {}, { send })).lists).toEqual([])
})

test('[T.4] the star of a row updates immediately; a failed request is rolled back with a notification', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const [good] = await findGoods(send, 1)
  if (!good) throw new Error('no goods')
  await call(removeFavorite, { id: good.id }, { send })
  await page.goto(`/catalog?query=${encodeURIComponent(good.articul)}`)
  const star = rowOf(page, good).getByRole('button', { name: /^В избранном/ })
  await page.route('**/api/setWish/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.fulfill({
      status: 422,
      json: { status: 'error', code: 'listFull', message: 'В избранном может быть не больше 10000 товаров' },
    })
  })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Избранное не изменено')).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('goods not sold under the contract are listed separately, the first few only; removal can be undone', async ({
  page,
}) => {
  const send = await signInAs(page, 'manager')
  const [good] = await findGoods(send, 1)
  if (!good) throw new Error('no goods')
  await keepOnly(send, [good])
  const lamp = { id: 999_999, header: 'Лампа накаливания', articul: 'ЛН-40', elsewhere: true }
  const lantern = { id: 999_998, header: 'Фонарь', articul: 'Ф-1', elsewhere: false }
  let gone = [lamp, lantern]
  await page.route('**/api/favorites/**', async (route) => {
    if (route.request().method() === 'POST') {
      const back = (route.request().postData() ?? '').includes('"add"')
      gone = back ? [lamp, ...gone] : gone.filter(({ id }) => !(route.request().postData() ?? '').includes(String(id)))
      return route.fulfill({
        json: back ? { status: 'success', added: [lamp.id] } : { status: 'success', removed: 1, lists: [] },
      })
    }
    const response = await route.fetch()
    const reply = (await response.json()) as Record<string, unknown>
    const all = /allGone=(1|true)/.test(route.request().url())
    return route.fulfill({ response, json: { ...reply, gone: all ? gone : gone.slice(0, 1), goneCount: gone.length } })
  })
  await page.goto('/favorites')
  const apart = page.getByRole('region', { name: 'Не продаётся по этому договору' })
  await expect(apart.getByRole('listitem')).toHaveText([/^ЛН-40 · Лампа накаливания продаётся по другому договору/])
  await expectAccessible(page)
  await apart.getByRole('button', { name: 'Показать все 2' }).click()
  await expect(apart.getByRole('listitem')).toHaveCount(2)
  await apart.getByRole('button', { name: 'Убрать ЛН-40' }).click()
  await expect(apart.getByRole('listitem')).toHaveText([/^Ф-1 · Фонарь снят с продажи/])
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(apart.getByRole('listitem')).toHaveCount(2)
  for (const name of ['Убрать ЛН-40', 'Убрать Ф-1']) await apart.getByRole('button', { name }).click()
  await expect(apart).toHaveCount(0)
})

test('an expired offer and a missing list link to the full list', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/special?offer=999999')
  await expect(page.getByRole('heading', { name: 'Предложение закончилось' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Все предложения' }).click()
  await expect(page).toHaveURL(/\/special$/)
  await expect(rows(page).first()).toBeVisible()

  await page.goto('/favorites?list=999999')
  await expect(page.getByRole('heading', { name: 'Такого списка нет' })).toBeVisible()
  await page.getByRole('link', { name: 'Всё избранное' }).click()
  await expect(page).toHaveURL(/\/favorites$/)
})

test('offers and banners that fail to load leave no gap on the page', async ({ page }) => {
  await signInAs(page, 'owner')
  for (const path of ['**/api/specGoods/**', '**/api/banners/**'])
    await page.route(path, (route) =>
      route.fulfill({ status: 500, json: { status: 'error', code: 'internal', message: 'Ошибка' } }),
    )
  await page.goto('/')
  const orders = page.locator('section', { has: page.getByRole('heading', { name: 'Последние заказы' }) }).last()
  const catalogue = page.locator('section', { has: page.getByRole('heading', { name: 'Каталог', exact: true }) }).last()
  await expect(catalogue).toBeVisible()
  const gap = async () => {
    const [above, below] = await Promise.all([orders.boundingBox(), catalogue.boundingBox()])
    return above && below ? below.y - above.y - above.height : undefined
  }
  await expect.poll(gap, { timeout: 15_000 }).toBeLessThan(40)
  await page.goto('/special')
  const refused = page.getByRole('heading', { name: 'Не удалось загрузить' })
  await expect(refused).toBeVisible({ timeout: 15_000 })
  const [list, message] = await Promise.all([page.locator('#rows').boundingBox(), refused.boundingBox()])
  expect((message?.y ?? 0) - (list?.y ?? 0)).toBeLessThan(120)
})

test('an empty list shows the reason and a link', async ({ page }) => {
  const send = await signInAs(page, 'manager')
  await keepOnly(send, [])
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { name: 'В избранном пока пусто' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'В каталог' }).click()
  await expect(page).toHaveURL(/\/catalog$/)
})

test('an accountant has no lists; a receiver sees no prices', async ({ page }) => {
  await withoutEventStream(page)
  await signInAs(page, 'accountant')
  await page.goto('/sales')
  await expect(names(page).first()).toBeVisible()
  await expect(page.locator('#main').getByRole('button', { name: /избранн/i })).toHaveCount(0)
  // Selected rows can only be compared.
  await page
    .locator('#main')
    .getByRole('checkbox', { name: /^Выбрать (?!все)/ })
    .first()
    .check()
  await expect(page.getByRole('group', { name: 'Отмеченные товары' }).getByRole('button')).toHaveText([
    'Снять выделение',
    'Сравнить',
  ])
  await expect(page.getByRole('link', { name: /Избранное|Потребности/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/favorites')
  await expect(page.getByText('Списки вам недоступны')).toBeVisible()
  await page.context().clearCookies()
  await signInAs(page, 'receiver')
  for (const path of ['/sales', '/special', '/hits', '/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#main')).not.toContainText('₽')
    await expectAccessible(page)
  }
})

test('lists, offers and banners load without layout shifts', { tag: '@phone' }, async ({ page }) => {
  await withoutEventStream(page)
  await signInAs(page, 'owner')
  await page.addInitScript(() => {
    const kept = window as unknown as { shifts: number }
    kept.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/special', '/favorites', '/sales']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts), path).toBeLessThanOrEqual(0.02)
  }
})

const number = (value: number): string => new Intl.NumberFormat('ru-RU').format(Math.round(value * 100) / 100)
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s')
const rowOf = (page: Page, { header }: ProductRow): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: header, exact: true }) })
const check = (page: Page, row: ProductRow) => rowOf(page, row).getByRole('checkbox').check()

/** Can be added to the basket from its row. */
const isAddable = ({ variants_count, available_for_order, step }: ProductRow): boolean =>
  variants_count === 0 && available_for_order >= step

/** Makes exactly these goods favourites, without named lists. */
async function keepOnly(send: Send, goods: readonly ProductRow[]): Promise<void> {
  for (const { id } of (await call(favoriteLists, {}, { send })).lists) await call(deleteFavoriteList, { id }, { send })
  for (;;) {
    const { goods: kept, gone } = await call(favorites, {}, { send })
    const ids = [...kept, ...gone].map(({ id }) => id)
    if (ids.length === 0) break
    await call(deleteFavorites, { ids }, { send })
  }
  for (const { id } of goods) await call(addFavorite, { id }, { send })
}

async function allInside(frame: Locator, parts: Locator): Promise<boolean> {
  const outer = await frame.boundingBox()
  const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()))
  return boxes.every(
    (box) => box !== null && outer !== null && box.x >= outer.x - 1 && box.x + box.width <= outer.x + outer.width + 1,
  )
}
