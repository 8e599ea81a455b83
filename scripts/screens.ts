import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from '#shared/api/account/access.ts'
import { clearBasket, processProductSet } from '#shared/api/basket.ts'
import { filter, filterInit, type FilterInput, type ProductRow } from '#shared/api/catalogue.ts'
import { initData } from '#shared/api/contracts.ts'
import { createOrder } from '#shared/api/orders.ts'
import { staffOffers } from '#shared/api/staff/offers.ts'
import { staffListOrders } from '#shared/api/staff/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { sendThrough } from '#tests/e2e/send.ts'
import { call, type Send } from '#web/api/client.ts'
import { buildWeb } from './build-web.ts'
import { chromiumFlags, provideChromium } from './chromium.ts'
import { freePort } from '#server/platform/db/free-port.ts'

/**
 * Takes screenshots of every screen in both sizes into docs/screens, from a separate portal with demo data. `npm run
 * screens`, or `npm run screens -- http://127.0.0.1:3000` for a running portal; names after it take only these screens:
 * `npm run screens -- http://127.0.0.1:3000 acts act`.
 */
const folder = 'docs/screens'
const startsWithinMs = 180_000
const sizes = { desktop: { width: 1366, height: 768 }, phone: { width: 360, height: 740 } } as const
type Size = keyof typeof sizes
type Colours = 'light' | 'dark'

const owner = { login: 'owner@demo.example', password: 'demo-owner-2026' }
const manager = { login: 'manager@demo.example', password: 'demo-manager-2026' }
const admin = { login: 'admin@demo.example', password: 'demo-admin-2026' }

const [running, ...only] = process.argv.slice(2)
const isWanted = (name: string) => only.length === 0 || only.includes(name)
if (running === undefined) await withPortal(takeAll)
else await takeAll(running)

async function takeAll(origin: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: provideChromium(), args: chromiumFlags })
  try {
    const goods = await prepare(browser, origin)
    for (const size of ['desktop', 'phone'] as const) {
      await takeGuestScreens(browser, origin, size)
      await takeBuyerScreens(browser, origin, size, goods)
      await takeStaffScreens(browser, origin, size)
    }
    await takeDarkScreens(browser, origin)
  } finally {
    await browser.close()
  }
}

/** A basket whose stock a colleague has partly ordered, so that the screenshots show changes. */
async function prepare(browser: Browser, origin: string): Promise<ProductRow[]> {
  const send = await signedIn(browser, origin, owner)
  await call(clearBasket, {}, { send })
  const goods = await varied(send)
  const [scarce] = goods
  if (!scarce) throw new Error('the demo range has no goods in stock')
  const warehouseOf = (row: ProductRow) =>
    row.stocks.find(({ quantity }) => quantity >= row.step * 3)?.wms_id ?? row.wms_id
  const all = scarce.stocks.find(({ wms_id }) => wms_id === warehouseOf(scarce))?.quantity ?? scarce.step
  const quantities = goods.map((row) => [row.id, { [warehouseOf(row)]: row === scarce ? all : row.step * 2 }])
  await call(
    processProductSet,
    { products: Object.fromEntries(quantities) as Record<string, Record<string, number>> },
    { send },
  )

  const colleague = await signedIn(browser, origin, manager)
  await call(
    processProductSet,
    { products: { [scarce.id]: { [warehouseOf(scarce)]: scarce.step * 2 } } },
    { send: colleague },
  )
  const contract = (await call(initData, {}, { send: colleague })).contracts.find(({ selected }) => selected)?.id ?? 0
  await call(
    createOrder,
    { contract, delivery_method: deliveryMethodId('pickup') },
    { send: colleague, key: `screens-${Date.now()}` },
  )
  return goods
}

/** Goods of different kinds: expensive, in packs, by weight. */
async function varied(send: Send): Promise<ProductRow[]> {
  const filters: FilterInput[] = [
    { query: 'шуруповёрт', byprice: 1, minprice: 3500 },
    { query: 'круг' },
    { query: 'бита' },
    { query: 'автомат' },
    { query: 'кабель' },
    { query: 'смеситель' },
    { query: 'перчатки' },
    { query: 'саморез' },
    { query: 'фонарь' },
    { query: 'отвёртка' },
    { query: 'труба' },
    { query: 'розетка' },
  ]
  const found: ProductRow[] = []
  for (const filterInput of filters) {
    const { products } = await call(filter, { available: 1, ...filterInput }, { send })
    const row = products.find(
      ({ id, variants_count, stocks, step }) =>
        variants_count === 0 &&
        stocks.some(({ quantity }) => quantity >= step * 3) &&
        !found.some((other) => other.id === id),
    )
    if (row) found.push(row)
  }
  return found
}

async function takeGuestScreens(browser: Browser, origin: string, size: Size): Promise<void> {
  const page = await open(browser, size)
  await show(page, `${origin}/`)
  await saveScreenshot(page, 'sign-in', size)
  await takeRegistration(page, origin, size)
  await page.context().close()
}

/** Filled in as far as the contact, whose phone lacks figures. */
async function takeRegistration(page: Page, origin: string, size: Size): Promise<void> {
  if (!isWanted('registration')) return
  await show(page, `${origin}/registration`)
  const dialog = page.getByRole('dialog')
  const fields: readonly (readonly [label: string, value: string])[] = [
    ['ИНН', '7707083893'],
    ['КПП', '773601001'],
    ['ОГРН', '1027700132195'],
    ['Краткое название', 'ООО «Вектор»'],
    ['Полное название', 'Общество с ограниченной ответственностью «Вектор»'],
    ['Юридический адрес', '115114, Москва, ул. Летниковская, д. 10, стр. 4'],
    ['Руководитель', 'Соколова Ирина Викторовна'],
    ['Должность', 'Генеральный директор'],
    ['Контактное лицо', 'Ирина Соколова'],
    ['Телефон', '+7 (495) 730-15-'],
    ['Почта, она же логин', 'owner@vektor.example'],
    ['Пароль', 'тракторы'],
  ]
  for (const [label, value] of fields) await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByText('Свободна').waitFor()
  await saveScreenshot(page, 'registration', size)
}

async function takeBuyerScreens(
  browser: Browser,
  origin: string,
  size: Size,
  goods: readonly ProductRow[],
): Promise<void> {
  const page = await open(browser, size)
  const send = sendThrough(page.context().request, origin)
  await call(signIn, owner, { send })
  await takePages(page, origin, size, [
    ['home', '/'],
    ['catalogue', await categoryPath(send)],
    ['catalogue-empty', '/catalog?query=нетакого'],
    ['product', `/catalog?product=${goods[0]?.id}`],
    ['product-page', `/product/${await productWithVariants(send)}`],
    ['favorites', '/favorites'],
    ['special', '/special'],
    ['compare', '/compare'],
    ['price-lists', '/price-lists'],
    ['cart', '/cart/'],
    ['orders', '/orders'],
    ['drafts', '/drafts'],
    ['delivery', '/delivery'],
    ['approvals', '/approvals'],
    ['finances', '/finances'],
    ['acts', '/acts'],
    ['documents', '/documents'],
    ['purchased', '/purchased'],
    ['reclamations', '/reclamations'],
    ['chat', '/chat'],
    ['people', '/people'],
    ['organisation', '/organisation'],
    ['account', '/account'],
  ])
  await takeAct(page, origin, size)
  await takeNewClaim(page, origin, size)
  await takeSearch(page, origin, size)
  await takeDraft(page, origin, size)
  await takeQuickOrder(page, origin, size, goods)
  await takeUpload(page, origin, size, goods)
  await show(page, `${origin}/cart/#checkout`)
  await page.getByLabel('Транспортная компания').check()
  if (size === 'phone') await saveScreenshot(page, 'checkout', size)
  await page.getByLabel('Самовывоз').check()
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByRole('dialog').waitFor()
  await saveScreenshot(page, 'cart-changes', size)
  await show(page, `${origin}/orders?state=9&dateselect=year`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^[\d-]{6,11}$/ })
    .first()
    .click()
  await page.getByRole('heading', { name: /^Заказ / }).waitFor()
  await showLoaded(page)
  await saveScreenshot(page, 'order', size)
  await page.context().close()
}

/** An act with the buyer's own ledger uploaded. */
async function takeAct(page: Page, origin: string, size: Size): Promise<void> {
  if (!isWanted('act')) return
  await show(page, `${origin}/acts`)
  await page.getByRole('main').getByRole('link', { name: 'Сверить построчно' }).first().click()
  await page.getByRole('heading', { name: /^Акт / }).waitFor()
  await showLoaded(page)
  await saveScreenshot(page, 'act', size)
}

/** A new claim about the latest order that may be claimed. */
async function takeNewClaim(page: Page, origin: string, size: Size): Promise<void> {
  if (!isWanted('claim-new')) return
  await show(page, `${origin}/reclamations`)
  await page.getByRole('main').getByRole('button', { name: 'Новая рекламация' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отправить' }).waitFor()
  await saveScreenshot(page, 'claim-new', size)
}

/** A draft whose prices and stock have changed since it was saved. */
async function takeDraft(page: Page, origin: string, size: Size): Promise<void> {
  await show(page, `${origin}/drafts`)
  await page.getByRole('main').getByRole('link').last().click()
  await page.waitForURL(/\/drafts\/\d+$/)
  await showLoaded(page)
  await saveScreenshot(page, 'draft', size)
}

async function takeQuickOrder(page: Page, origin: string, size: Size, goods: readonly ProductRow[]): Promise<void> {
  await show(page, `${origin}/quick-order`)
  await page.getByRole('main').getByRole('combobox').first().focus()
  for (const { articul, step } of goods.slice(0, 6))
    for (const text of [articul, String(step * 2)]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
  await page.getByText('Ищем…').first().waitFor({ state: 'detached' })
  await saveScreenshot(page, 'quick-order', size)
}

/** A file with one unknown good and one unreadable quantity. */
async function takeUpload(page: Page, origin: string, size: Size, goods: readonly ProductRow[]): Promise<void> {
  const rows = goods.map(({ articul, header, step }, index) => `${articul};${header};${index === 1 ? 'две' : step * 2}`)
  const text = ['Артикул;Наименование;Количество', ...rows, 'СВОЙ-1;Наше название;3'].join('\n')
  await show(page, `${origin}/upload`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Заявка на ноябрь.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('heading', { name: 'Заявка на ноябрь.csv' }).waitFor()
  await saveScreenshot(page, 'upload', size)
}

/** Search suggestions while typing, and the bulk actions of checked rows. */
async function takeSearch(page: Page, origin: string, size: Size): Promise<void> {
  await show(page, `${origin}/catalog?query=дрель&available=1`)
  const boxes = page.locator('#rows').getByRole('checkbox', { name: /^Выбрать (?!все)/ })
  for (const index of [0, 1]) await boxes.nth(index).check()
  await page.getByRole('group', { name: 'Отмеченные товары' }).waitFor()
  await saveScreenshot(page, 'catalogue-checked', size)
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('шуруповерт 18в')
  await page.getByRole('listbox', { name: 'Найденные товары' }).getByRole('option').first().waitFor()
  await saveScreenshot(page, 'search', size)
}

async function productWithVariants(send: Send): Promise<number | undefined> {
  const { products } = await call(filter, { query: 'перчатки', available: 1 }, { send })
  return products.find(({ variants_count }) => variants_count > 0)?.id
}

async function takePages(
  page: Page,
  origin: string,
  size: Size,
  pages: readonly (readonly [name: string, path: string])[],
): Promise<void> {
  for (const [name, path] of pages.filter(([each]) => isWanted(each))) {
    await show(page, origin + path)
    await saveScreenshot(page, name, size)
  }
}

/** A second-level category. */
async function categoryPath(send: Send): Promise<string> {
  const { catalog_tree } = await call(filterInit, {}, { send })
  const category = catalog_tree[0]?.children.find(({ count }) => count > 40) ?? catalog_tree[0]
  return `/catalog/${category?.url}?available=1`
}

async function takeStaffScreens(browser: Browser, origin: string, size: Size): Promise<void> {
  const page = await open(browser, size)
  const send = sendThrough(page.context().request, origin)
  await call(signIn, admin, { send })
  const { items } = await call(staffListOrders, { scope: 'waiting' }, { send })
  const first = items.find(({ lines }) => lines > 8) ?? items[0]
  const [offer] = (await call(staffOffers, {}, { send })).items
  await takePages(page, origin, size, [
    ['staff-orders', `/admin?order=${first?.id}`],
    ['staff-order', `/admin/orders/${first?.id}`],
    ['staff-offers', '/admin/offers'],
    ['staff-offer', `/admin/offers/${offer?.id}`],
    ['staff-banners', '/admin/banners'],
    ['staff-synonyms', '/admin/synonyms'],
    ['staff-sellers', '/admin/sellers'],
    ['staff-delivery', '/admin/delivery'],
    ['staff-parameters', '/admin/parameters'],
    ['staff-categories', '/admin/categories'],
    ['staff-settings', '/admin/settings'],
    ['staff-prices', '/admin/prices'],
    ['staff-customers', '/admin/customers'],
    ['staff-acts', '/admin/acts'],
    ['staff-claims', '/admin/claims'],
    ['staff-registrations', '/admin/registrations'],
    ['staff-chats', '/admin/chats'],
    ['staff-goods', '/admin/goods'],
    ['staff-personal-data', '/admin/personal-data'],
    ['staff-audit', '/admin/audit'],
    ['staff-price-requests', '/admin/price-requests'],
  ])
  if (isWanted('staff-price-request')) await takePriceRequest(page, size)
  await page.context().close()
}

async function takePriceRequest(page: Page, size: Size): Promise<void> {
  await page
    .getByRole('button', { name: /^Ответить/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await saveScreenshot(page, 'staff-price-request', size)
}

async function takeDarkScreens(browser: Browser, origin: string): Promise<void> {
  const page = await open(browser, 'desktop', 'dark')
  const send = sendThrough(page.context().request, origin)
  await call(signIn, owner, { send })
  await show(page, origin + (await categoryPath(send)))
  await saveScreenshot(page, 'catalogue-dark', 'desktop')
  await page.context().close()
}

async function open(browser: Browser, size: Size, colorScheme: Colours = 'light'): Promise<Page> {
  const phone = size === 'phone'
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    isMobile: phone,
    hasTouch: phone,
  })
  // With an open event stream the network is never idle.
  await context.route('**/api/events/', (route) => route.abort())
  return context.newPage()
}

async function show(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
}

/** A page reached by a link, opened anew: only then does an idle network mean that its pictures are there. */
function showLoaded(page: Page): Promise<void> {
  return show(page, page.url())
}

/** A palette of 256 colours is sufficient for these screens and saves two thirds of the size. */
async function saveScreenshot(page: Page, name: string, size: Size): Promise<void> {
  if (!isWanted(name)) return
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await wait(150)
  const picture = await page.screenshot()
  await sharp(picture)
    .png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 })
    .toFile(join(folder, `${size === 'phone' ? 'phone-' : ''}${name}.png`))
  console.log(`${size}: ${name}`)
}

async function signedIn(browser: Browser, origin: string, who: { login: string; password: string }): Promise<Send> {
  const send = sendThrough((await browser.newContext()).request, origin)
  await call(signIn, who, { send })
  return send
}

async function withPortal(use: (origin: string) => Promise<void>): Promise<void> {
  buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-screens-'))
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const origin = `http://127.0.0.1:${port}`
    await untilHealthy(origin)
    await use(origin)
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function untilHealthy(origin: string): Promise<void> {
  const deadline = Date.now() + startsWithinMs
  while (Date.now() < deadline) {
    const healthy = await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return
    await wait(500)
  }
  throw new Error('The portal did not start')
}
