import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { catalogueChanges, prices, products } from '#server/platform/db/schema/catalogue.ts'
import { specialOffers } from '#server/platform/db/schema/showcase.ts'
import { loadExport } from '#server/doors/exchange/command/load.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { goodXml, importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { addOffer, today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { addDays } from '#shared/rules/dates.ts'
import { applyOffers, applyOffersOfToday } from './offers.ts'

let portal: TestApp
let shop: Shop
let folder: string
const { impact, gloves, glovesM, glovesL, nails } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  folder = await mkdtemp(join(tmpdir(), 'offers-test-'))
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await portal.db.delete(specialOffers)
  await apply()
  await portal.db.delete(catalogueChanges)
})

const apply = (day = today) => portal.db.transaction((tx) => applyOffers(tx, 'all', day))
const saleOf = async (productId: number, priceTypeId = 51) =>
  (
    await portal.db
      .select({ sale: prices.saleKopecks })
      .from(prices)
      .where(sql`${prices.productId} = ${productId} and ${prices.priceTypeId} = ${priceTypeId}`)
  )[0]?.sale
const flagsOf = async (...ids: number[]) =>
  (
    await portal.db
      .select({ isSale: products.isSale })
      .from(products)
      .where(inArray(products.id, ids))
      .orderBy(asc(products.id))
  ).map(({ isSale }) => isSale)
const changes = async () =>
  (
    await portal.db
      .select({ kind: catalogueChanges.kind, id: catalogueChanges.productId })
      .from(catalogueChanges)
      .orderBy(catalogueChanges.kind, catalogueChanges.productId)
  ).map(({ kind, id }) => `${kind} ${id}`)

/** Offers of 1C: product → kopecks text at 'Опт'. */
async function receive(...texts: string[]): Promise<void> {
  const paths = texts.map((_, at) => join(folder, `part${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const { files } = await loadExport({ ...portal.database, files: openLocalStore(join(folder, 'store')) }, paths)
  expect(files.map(({ error }) => error)).toEqual(texts.map(() => undefined))
}
const newPrice = (code: string, amount: string) => receive(offersXml([offerXml(code, pricesXml({ t51: amount }))]))

test('[P.6] a running offer sets sale price, flag and old price, and removes them the day after', async () => {
  await addOffer(portal.db, { goods: [[impact, 51, 80_000]] })
  expect(await apply()).toEqual({ prices: 1, flags: 1 })
  expect(await changes()).toEqual([`flags ${impact}`, `price ${impact}`])
  const owner = await signedIn(portal, shop.ownerId)
  const row = await until(
    async () => (await call(filter, {}, owner)).products.find(({ id }) => id === impact),
    (each) => each?.price === 800,
  )
  expect(row).toMatchObject({ price: 800, old_price: 1000, sale: true })

  expect(await apply(addDays(tomorrow, 1))).toEqual({ prices: 1, flags: 1 })
  expect([await saleOf(impact), ...(await flagsOf(impact))]).toEqual([null, false])
})

test('applying offers again writes nothing', async () => {
  await addOffer(portal.db, {
    goods: [
      [impact, 51, 80_000],
      [nails, 51, 12_000],
    ],
  })
  await apply()
  await portal.db.delete(catalogueChanges)
  expect(await applyOffersOfToday(portal)).toEqual({ prices: 0, flags: 0 })
  expect(await changes()).toEqual([])
})

test('of several running offers the lowest price below the list price applies', async () => {
  await addOffer(portal.db, { goods: [[impact, 51, 90_000]] })
  await addOffer(portal.db, { goods: [[impact, 51, 70_000]] })
  await addOffer(portal.db, { goods: [[impact, 51, 10_000]], active: false })
  await addOffer(portal.db, { goods: [[impact, 51, 20_000]], days: [tomorrow, tomorrow] })
  await addOffer(portal.db, { goods: [[impact, 51, 30_000]], days: [addDays(yesterday, -5), yesterday] })
  await addOffer(portal.db, { goods: [[nails, 51, 12_345]] })
  await apply()
  expect([await saleOf(impact), await saleOf(nails)]).toEqual([70_000, null])
  // The first and the last day are included.
  await apply(tomorrow)
  expect(await saleOf(impact)).toBe(20_000)
})

test('an offer on a variant flags its product and the other variants, and leaves their prices', async () => {
  await addOffer(portal.db, { goods: [[glovesM, 51, 5000]] })
  expect(await apply()).toEqual({ prices: 1, flags: 1 })
  expect([await saleOf(glovesM), await saleOf(glovesL)]).toEqual([5000, null])
  expect(await flagsOf(gloves, glovesM, glovesL)).toEqual([true, true, true])
  await portal.db.delete(specialOffers)
  await apply()
  expect(await flagsOf(gloves, glovesM, glovesL)).toEqual([false, false, false])
})

test('a sale flag from 1C or staff outlives the offer', async () => {
  expect(await flagsOf(nails)).toEqual([true])
  await addOffer(portal.db, { goods: [[nails, 51, 10_000]] })
  expect(await apply()).toEqual({ prices: 1, flags: 0 })
  await portal.db.delete(specialOffers)
  expect(await portal.db.transaction((tx) => applyOffers(tx, [nails]))).toEqual({ prices: 1, flags: 0 })
  expect([await saleOf(nails), ...(await flagsOf(nails))]).toEqual([null, true])
})

test('a run limited to some goods changes only those', async () => {
  await addOffer(portal.db, {
    goods: [
      [impact, 51, 80_000],
      [glovesM, 51, 5000],
    ],
  })
  expect(await portal.db.transaction((tx) => applyOffers(tx, [glovesM]))).toEqual({ prices: 1, flags: 1 })
  expect([await saleOf(impact), await saleOf(glovesM)]).toEqual([null, 5000])
})

test('a new 1C price at or below the offer ends the sale of the good; a higher one restarts it', async () => {
  await addOffer(portal.db, {
    goods: [
      [impact, 51, 80_000],
      [glovesL, 51, 7000],
    ],
  })
  await apply()
  await newPrice('g102', '700.00')
  expect([await saleOf(impact), await saleOf(glovesL)]).toEqual([null, 7000])
  expect(await flagsOf(impact, gloves)).toEqual([false, true])
  expect(await changes()).toContain(`flags ${impact}`)
  await newPrice('g102', '800.00')
  expect(await saleOf(impact)).toBe(null)
  await newPrice('g102', '1200.00')
  expect([await saleOf(impact), ...(await flagsOf(impact))]).toEqual([80_000, true])
  const paid = await portal.db.execute<{ kopecks: number }>(sql`
    select price_kopecks as kopecks from price_history where product_id = ${impact} and price_type_id = 51
    order by since desc limit 3`)
  expect(paid.rows.map(({ kopecks }) => kopecks)).toEqual([80_000, 80_000, 70_000])
  await newPrice('g102', '1000.00')
})

test('a good without a 1C price leaves the sale, and returns to it with a price', async () => {
  await addOffer(portal.db, { goods: [[impact, 51, 80_000]] })
  await apply()
  await newPrice('g102', '0')
  expect([await saleOf(impact), ...(await flagsOf(impact))]).toEqual([undefined, false])
  await newPrice('g102', '1000.00')
  expect([await saleOf(impact), ...(await flagsOf(impact))]).toEqual([80_000, true])
})

test('1C cannot clear the flag of a good on offer; a flag it sets itself stays after the offer', async () => {
  const requisite = (value: string) =>
    `<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Распродажа</Наименование><Значение>${value}</Значение>` +
    '</ЗначениеРеквизита></ЗначенияРеквизитов>'
  await addOffer(portal.db, { goods: [[impact, 51, 80_000]] })
  await apply()
  await receive(importXml([goodXml({ id: 'g102', name: 'Шуруповёрт', inner: requisite('нет') })]))
  expect(await flagsOf(impact)).toEqual([true])
  await receive(importXml([goodXml({ id: 'g102', name: 'Шуруповёрт', inner: requisite('да') })]))
  await portal.db.delete(specialOffers)
  await apply()
  expect(await flagsOf(impact)).toEqual([true])
  await portal.db.update(products).set({ isSale: false }).where(eq(products.id, impact))
})

test('ten concurrent runs beside an exchange end in one consistent state', async () => {
  await addOffer(portal.db, {
    goods: [
      [impact, 51, 80_000],
      [glovesM, 51, 5000],
      [nails, 51, 12_000],
    ],
  })
  await Promise.all([...Array.from({ length: 10 }, () => applyOffersOfToday(portal)), newPrice('g103', '119.00')])
  expect([await saleOf(impact), await saleOf(glovesM), await saleOf(nails)]).toEqual([80_000, 5000, null])
  expect(await applyOffersOfToday(portal)).toEqual({ prices: 0, flags: 0 })
})
