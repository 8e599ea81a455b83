import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter, filterInit } from '#shared/api/catalogue.ts'
import { deleteRate, rateHistory, saveRate, staffPrices } from '#shared/api/staff/prices.ts'
import { addDays, formatDay } from '#shared/rules/dates.ts'
import { loadExport } from '#server/doors/exchange/command/load.ts'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addOffer, today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { applyRatesOfToday, setRates } from './rates.ts'

let portal: TestApp
let shop: Shop
let admin: Visitor
let folder: string
const { impact, drill } = goodIds
const day = formatDay(today)

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  admin = await signedIn(portal, shop.adminId)
  folder = await mkdtemp(join(tmpdir(), 'rates-test-'))
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await portal.pool.query('delete from currency_rates; delete from foreign_prices; delete from special_offers')
  await portal.pool.query("update price_types set currency = 'RUB'")
  await receive(offersXml([priced('g102', '1000', 'RUB'), priced('g101', '2500', 'RUB')]))
})

/** Offers of 1C in a currency, at the type of the wholesale contract. */
const priced = (code: string, amount: string, currency: string) =>
  offerXml(code, pricesXml({ t51: amount }, `<Валюта>${currency}</Валюта>`))

const typeIn = (currency: string) =>
  `<ТипыЦен><ТипЦены><Ид>t51</Ид><Наименование>Опт</Наименование><Валюта>${currency}</Валюта></ТипЦены></ТипыЦен>`

async function receive(...texts: string[]): Promise<void> {
  const paths = texts.map((_, at) => join(folder, `part${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const { files } = await loadExport({ ...portal.database, files: openLocalStore(join(folder, 'store')) }, paths)
  expect(files.map(({ error }) => error)).toEqual(texts.map(() => undefined))
}
const set = (currency: string, rate: number | string, more: { date?: string; nominal?: 100 } = {}) =>
  call(saveRate, { currency, rate, date: day, ...more }, admin)
const rows = async (statement: string) => (await portal.pool.query({ text: statement, rowMode: 'array' })).rows
const priceOf = async (product: number) =>
  (await rows(`select price_kopecks, sale_kopecks from prices where product_id = ${product} and price_type_id = 51`))[0]

test('a price in another currency is not sold and logged without a rate, and sold with one', async () => {
  await receive(offersXml([priced('g102', '10.005', 'USD')]))
  expect(await priceOf(impact)).toBeUndefined()
  expect(await rows('select kind, code, reason from exchange_rejects order by id desc limit 1')).toEqual([
    ['prices', 'g102', 'Нет курса USD: цена не продаётся'],
  ])
  const { currencies } = await call(staffPrices, {}, admin)
  expect(currencies).toMatchObject([{ code: 'USD', header: 'доллар США', rate: null, goods: 1 }])

  const owner = await signedIn(portal, shop.ownerId)
  const shown = () => call(filter, {}, owner)
  const soldAt = (price: number | undefined) =>
    until(shown, ({ products }) => products.find(({ id }) => id === impact)?.price === price)
  await soldAt(undefined)
  const saved = await set('USD', '82,4410')
  expect(saved.currencies).toMatchObject([{ rate: { rate: 82.441, nominal: 1, date: day }, source: 'staff' }])
  // 10,005 × 82,4410 = 824,822205 ₽
  expect(await priceOf(impact)).toEqual([82_482, null])
  await soldAt(824.82)
  expect(
    await rows(`select price_kopecks from price_history where product_id = ${impact} order by since desc limit 2`),
  ).toEqual([[82_482], [null]])
})

test.each([
  ['10.005', 'USD', 82.441, undefined, 82_482],
  // Half a kopeck goes up, a little less down.
  ['100', 'JPY', 52.345, 100 as const, 5235],
  ['100', 'JPY', 52.3449, 100 as const, 5234],
  ['0.5', 'KZT', 0.01, undefined, 1],
  ['0.01', 'KZT', 0.0001, undefined, 1],
  ['7', 'JPY', 52.3457, 100 as const, 366],
  ['333333.33', 'EUR', 99.9999, undefined, 3_333_329_967],
])('%s %s at %s for %s is exact to the kopeck, half up', async (amount, currency, rate, nominal, kopecks) => {
  await receive(offersXml([priced('g102', amount, currency)]))
  await set(currency, rate, nominal === undefined ? {} : { nominal })
  expect(await priceOf(impact)).toEqual([kopecks, null])
})

test('a price without VAT gets it once, after the rate, and follows the VAT rate of the good', async () => {
  const taxed = (rate: string) =>
    importXml([
      {
        id: 'vat-1',
        inner:
          `<СтавкиНалогов><СтавкаНалога><Наименование>НДС</Наименование><Ставка>${rate}</Ставка></СтавкаНалога>` +
          '</СтавкиНалогов>',
      },
    ])
  const net = '<Валюта>USD</Валюта><Налог><Наименование>НДС</Наименование><УчтеноВСумме>false</УчтеноВСумме></Налог>'
  await set('USD', 80)
  const kopecks = () =>
    rows("select price_kopecks from prices join products p on p.id = product_id where p.code1c = 'vat-1'")
  await receive(taxed('10'), offersXml([offerXml('vat-1', pricesXml({ t51: '1.01' }, net))]))
  const first = await kopecks()
  await receive(taxed('0'))
  expect([first, await kopecks()]).toEqual([[[8888]], [[8080]]])
})

test.each(['у.е.', 'у. е.', 'УЕ', 'y.e.', 'у.\u00a0е.'])(
  'prices in %j are sold at the rate of conditional units',
  async (sent) => {
    await receive(offersXml([priced('g102', '10.005', sent)], { head: typeIn(sent) }))
    expect(await rows('select reason from exchange_rejects order by id desc limit 1')).toEqual([
      ['Нет курса у.\u00a0е.: цена не продаётся'],
    ])
    const { types, currencies } = await call(staffPrices, {}, admin)
    expect(types.find(({ id }) => id === 51)?.currency).toBe('UE')
    expect(currencies).toMatchObject([{ code: 'UE', header: 'условная единица', rate: null, goods: 1 }])
    await set('UE', '82,4410')
    expect(await priceOf(impact)).toEqual([82_482, null])
  },
)

test('a price type in an unknown currency is listed as 1C spells it, and takes no rate', async () => {
  await receive(offersXml([priced('g102', '10', 'фантик')], { head: typeIn('фантик') }))
  expect(await priceOf(impact)).toBeUndefined()
  expect((await call(staffPrices, {}, admin)).currencies).toMatchObject([{ code: 'фантик', rate: null, goods: 0 }])
  await expect(set('фантик', 80)).rejects.toMatchObject({
    status: 400,
    body: { fields: { currency: 'Выберите валюту' } },
  })
})

test('a new rate moves all goods of its currency and no other, and tells the audit trail once', async () => {
  await receive(offersXml([priced('g102', '10', 'USD'), priced('g101', '10', 'EUR')]))
  await set('USD', 80)
  await set('EUR', 95)
  await set('USD', 81)
  expect([await priceOf(impact), (await priceOf(drill))?.[0]]).toEqual([[81_000, null], 95_000])
  const audited = () => rows("select changes from audit_log where object_type = 'currency-rate' order by id")
  const before = await audited()
  expect(before.at(-1)).toEqual([{ [`rate.${today}`]: { before: '80.0000', after: '81.0000' } }])
  await set('USD', 81)
  expect(await audited()).toEqual(before)
  const { items } = await call(rateHistory, { currency: 'USD' }, admin)
  expect(items).toMatchObject([{ rate: 81, state: 'applied', source: 'staff', date: day, author: 'Имя admin' }])
})

test('a rate of tomorrow changes nothing until the job of its day, which is idempotent', async () => {
  await receive(offersXml([priced('g102', '10', 'USD')]))
  await set('USD', 80)
  await set('USD', 90, { date: formatDay(tomorrow) })
  expect(await applyRatesOfToday(portal)).toEqual({ currencies: 0, prices: 0 })
  expect(await priceOf(impact)).toEqual([80_000, null])
  expect((await call(staffPrices, {}, admin)).currencies[0]).toMatchObject({ coming: { rate: 90 }, former: null })

  await portal.pool.query(
    'update currency_rates set starts_on = starts_on - 1 where applied; ' +
      'update currency_rates set starts_on = starts_on - 1 where not applied',
  )
  expect(await applyRatesOfToday(portal)).toEqual({ currencies: 1, prices: 1 })
  expect(await priceOf(impact)).toEqual([90_000, null])
  expect(await applyRatesOfToday(portal)).toEqual({ currencies: 0, prices: 0 })
  expect((await call(staffPrices, {}, admin)).currencies[0]).toMatchObject({ rate: { rate: 90 }, former: { rate: 80 } })
  await expect(call(deleteRate, { currency: 'USD', date: day }, admin)).rejects.toMatchObject({ status: 400 })
})

test('a coming rate can be deleted, also twice', async () => {
  const coming = { currency: 'USD', date: formatDay(tomorrow) }
  await set('USD', 90, coming)
  for (const attempt of [1, 2])
    expect((await call(deleteRate, coming, admin)).currencies, `attempt ${attempt}`).toEqual([])
})

test('sales are decided again at the new list price', async () => {
  await addOffer(portal.db, { goods: [[impact, 51, 80_000]], days: [yesterday, tomorrow] })
  await receive(offersXml([priced('g102', '10', 'USD')]))
  await set('USD', 70)
  expect(await priceOf(impact)).toEqual([70_000, null])
  await set('USD', 90)
  expect(await priceOf(impact)).toEqual([90_000, 80_000])
})

test('two processes that set rates at once leave one applied rate, and prices at it', async () => {
  await receive(offersXml([priced('g102', '10', 'USD')]))
  const second = await startTestApp({ database: portal.database })
  try {
    const other = await signedIn({ ...second, db: portal.db }, shop.adminId)
    const rates = Array.from({ length: 12 }, (_, at) => 80 + at)
    await Promise.all(
      rates.map((rate, at) => call(saveRate, { currency: 'USD', rate, date: day }, at % 2 ? other : admin)),
    )
    const [[rate] = []] = (await rows('select rate::float8 from currency_rates where applied')) as number[][]
    expect(await rows('select count(*)::int from currency_rates where applied')).toEqual([[1]])
    expect(rates).toContain(rate)
    expect(await priceOf(impact)).toEqual([(rate ?? 0) * 1000, null])
  } finally {
    await second.close()
  }
})

test('an import in the middle of a rate change ends with new prices at the new rate', async () => {
  await receive(offersXml([priced('g102', '10', 'USD')]))
  await set('USD', 80)
  let importing: Promise<void> | undefined
  await portal.db.transaction(async (tx) => {
    await setRates(tx, {
      rates: [{ currency: 'USD', startsOn: today, rate: '90.0000', nominal: 1 }],
      by: { source: 'staff', accountId: null },
      changedBy: bySystem,
    })
    importing = receive(offersXml([priced('g102', '11', 'USD'), priced('g101', '3', 'USD')]))
    await until(
      async () => (await tx.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rows,
      (waiting) => waiting.length > 0,
    )
  })
  await importing
  expect([await priceOf(impact), (await priceOf(drill))?.[0]]).toEqual([[99_000, null], 27_000])
})

test('a price that 1C sends in roubles again no longer follows the rate', async () => {
  await receive(offersXml([priced('g102', '10', 'USD')]))
  await set('USD', 80)
  await receive(offersXml([priced('g102', '750', 'руб')]))
  await set('USD', 90)
  expect(await priceOf(impact)).toEqual([75_000, null])
  await receive(offersXml([priced('g102', '10', 'USD')]), offersXml([priced('g102', '0', 'USD')]))
  expect([await priceOf(impact), await rows('select * from foreign_prices')]).toEqual([undefined, []])
})

test('buyers with the contract prices see the rate, others do not', async () => {
  await receive(offersXml([priced('g102', '10', '840')], { head: typeIn('долл.') }))
  await set('USD', 82.441)
  expect((await call(staffPrices, {}, admin)).types.find(({ id }) => id === 51)).toMatchObject({
    currency: 'USD',
    goods: expect.any(Number) as number,
    unrated: 0,
    contracts: 2,
  })
  const rateOf = async (id: number) => (await call(filterInit, {}, await signedIn(portal, id))).rate
  expect(await rateOf(shop.ownerId)).toEqual({ currency: 'USD', nominal: 1, rate: 82.441, date: day })
  expect(await rateOf(shop.receiverId)).toBeNull()
})

test.each([
  [{ currency: 'RUB', rate: 1, date: day }, 'currency'],
  [{ currency: 'ABC', rate: 1, date: day }, 'currency'],
  [{ currency: 'USD', rate: 0, date: day }, 'rate'],
  [{ currency: 'USD', rate: '1,23456', date: day }, 'rate'],
  [{ currency: 'USD', rate: 'дорого', date: day }, 'rate'],
  [{ currency: 'USD', rate: 80, date: formatDay(addDays(today, 400)) }, 'date'],
])('%j is refused at its field', async (input, field) => {
  const error = await call(saveRate, input, admin).catch((refused: unknown) => refused)
  expect(error).toMatchObject({ status: 400, body: { fields: { [field]: expect.stringMatching(/[а-я]/) as string } } })
  expect(await rows('select * from currency_rates')).toEqual([])
})

test('only administrators see and set rates', async () => {
  const owner = await signedIn(portal, shop.ownerId)
  await expect(call(saveRate, { currency: 'USD', rate: 80, date: day }, owner)).rejects.toMatchObject({ status: 403 })
  await expect(call(staffPrices, {}, owner)).rejects.toMatchObject({ status: 403 })
})
