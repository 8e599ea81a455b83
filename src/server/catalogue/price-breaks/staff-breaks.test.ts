import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/staff/pricing/price-breaks.ts'
import { setPurchaseType } from '#shared/api/staff/prices.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addBreaks } from '#tests/support/catalogue/price-breaks.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let sales: Visitor
let contract: number
let good: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  ;[good = 0] = world.productIds
  ;({ contractId: contract } = world)
  admin = await signedIn(portal, world.adminId)
  sales = await signedIn(portal, world.salesId)
})
afterAll(() => portal.close())

const rows = async (statement: string) => (await portal.pool.query({ text: statement, rowMode: 'array' })).rows
const terms = () => ({
  contract,
  target: 'good' as const,
  target_id: good,
  by: 'quantity' as const,
  from: 10,
  price: 95,
})
const audited = () => rows(`select action, changes from audit_log where object_type = 'price-break' order by id`)

test('a break is added once, changed and ended; each is in the audit trail', async () => {
  const { items, header } = await call(api.savePriceBreak, terms(), sales)
  expect(header).toMatch(/^№ .+, ООО «Вектор»$/)
  expect(items).toMatchObject([
    {
      of_type: false,
      target: 'good',
      target_id: good,
      by: 'quantity',
      from: 10,
      price: 95,
      percent: null,
      from_1c: false,
    },
  ])
  expect((await call(api.savePriceBreak, terms(), sales)).items, 'sent twice').toEqual(items)
  const id = items[0]?.id ?? 0
  const { price: _price, ...others } = terms()
  const changed = await call(api.savePriceBreak, { id, ...others, from: '12,5', percent: '7,5' }, sales)
  expect(changed.items).toMatchObject([{ id, from: 12.5, price: null, percent: 7.5 }])
  expect((await call(api.endPriceBreak, { id, contract }, sales)).items).toEqual([])
  expect((await call(api.endPriceBreak, { id, contract }, sales)).items, 'ended twice').toEqual([])
  expect((await audited()).map(([action]) => action as string)).toEqual([
    'price-break.created',
    'price-break.changed',
    'price-break.ended',
  ])
  expect((await audited())[1]?.[1]).toMatchObject({
    leastQuantityMilli: { before: 10_000, after: 12_500 },
    priceKopecks: { before: 9500, after: null },
    discountPercent: { before: null, after: 7.5 },
  })
})

test('wrong terms are refused at their fields, and nothing is saved', async () => {
  const refused = async (change: object, fields: object) =>
    expect(call(api.savePriceBreak, { ...terms(), ...change }, sales)).rejects.toMatchObject({ body: { fields } })
  await refused({ price: undefined }, { percent: 'Нужна скидка или цена' })
  await refused({ percent: 3 }, { percent: 'Или скидка, или цена' })
  await refused({ target: 'all' }, { price: 'Цена бывает только у одного товара' })
  await refused({ target_id: undefined }, { target_id: 'Выберите из списка' })
  await refused({ target_id: 999_999 }, { target_id: 'Выберите из списка' })
  await refused({ from: 0 }, { from: 'Нужно число больше нуля' })
  await refused({ from: 'много' }, { from: 'Введите число' })
  await refused({ by: 'sum', from: 10.005 }, { from: 'Сумма – рубли и копейки' })
  await refused({ price: undefined, percent: 100 }, { percent: 'Скидка меньше 100 %' })
  expect(await rows('select count(*)::int from price_breaks where ended_at is null')).toEqual([[0]])
})

test('two prices from one quantity, and changes of what 1C sent, are refused', async () => {
  const { items } = await call(api.savePriceBreak, terms(), sales)
  await expect(call(api.savePriceBreak, { ...terms(), price: 90 }, sales)).rejects.toMatchObject({
    body: { fields: { from: 'Цена от этого порога уже есть' } },
  })
  await call(api.endPriceBreak, { id: items[0]?.id ?? 0, contract }, sales)
  const [id = 0] = await addBreaks(portal.db, [
    { contractId: contract, code1c: 'b-1', from: 5, percentHundredths: 500 },
  ])
  await expect(call(api.endPriceBreak, { id, contract }, sales)).rejects.toMatchObject({ code: 'breakOf1c' })
  await expect(
    call(api.savePriceBreak, { id, contract, target: 'all', by: 'quantity', from: 6, percent: 5 }, sales),
  ).rejects.toMatchObject({ code: 'breakOf1c' })
  await portal.db.execute(sql`delete from price_breaks where id = ${id}`)
})

test('a derived price type has no breaks', async () => {
  const [base = 0] = world.priceTypeIds
  const { rows: derived } = await portal.db.execute<{ id: number }>(sql`
    insert into price_types (code1c, name, base_id) values ('derived', 'Опт', ${base}) returning id`)
  const price_type = derived[0]?.id ?? 0
  await expect(
    call(api.savePriceBreak, { price_type, target: 'all', by: 'sum', from: 5, percent: 3 }, admin),
  ).rejects.toMatchObject({ status: 404 })
  await portal.db.execute(sql`delete from price_types where id = ${price_type}`)
})

test('prices of a type are written while its breaks change', async () => {
  const [price_type = 0] = world.priceTypeIds
  await portal.db.transaction(async (tx) => {
    await tx.execute(sql`insert into price_types (code1c, name, base_id, derived_for)
      values ('other', 'Опт', ${price_type}, 1)`)
    const { items } = await call(
      api.savePriceBreak,
      { price_type, target: 'all', by: 'sum', from: 7, percent: 3 },
      admin,
    )
    await call(api.endPriceBreak, { id: items[0]?.id ?? 0, price_type }, admin)
    await tx.execute(sql`delete from price_types where code1c = 'other'`)
  })
})

test('a price type is for administrators; its breaks show under its contracts and change only there', async () => {
  const [price_type = 0] = world.priceTypeIds
  const ofType = { price_type, target: 'all' as const, by: 'sum' as const, from: '50 000', percent: 3 }
  await expect(call(api.savePriceBreak, ofType, sales)).rejects.toMatchObject({ status: 403 })
  const { items } = await call(api.savePriceBreak, ofType, admin)
  expect((await call(api.staffPriceBreaks, { contract }, sales)).items).toMatchObject([
    { of_type: true, target: 'all', header: null, by: 'sum', from: 50_000, percent: 3 },
  ])
  const id = items[0]?.id ?? 0
  await expect(call(api.endPriceBreak, { id, contract }, sales)).rejects.toMatchObject({ status: 404 })
  await call(api.endPriceBreak, { id, price_type }, admin)
  await expect(call(api.staffPriceBreaks, { contract: 999_999 }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.staffPriceBreaks, {}, sales)).rejects.toMatchObject({ status: 404 })
})

test('a preview tells what gets cheaper and what is sold below the purchase price', async () => {
  const [, purchase = 0] = world.priceTypeIds
  await call(setPurchaseType, { type: purchase }, admin)
  await portal.db.execute(sql`insert into prices (product_id, price_type_id, price_kopecks)
    values (${good}, ${purchase}, 9800)`)
  const all = { contract, target: 'all' as const, by: 'sum' as const, from: 1000 }
  expect(await call(api.previewPriceBreak, { ...all, percent: 3 }, admin)).toMatchObject({
    cheaper: 3,
    losses: 1,
    examples: [{ id: good, before: 100, after: 97, loss: 1 }, { loss: null }, { loss: null }],
  })
  const [, , last = 0] = world.productIds
  await portal.db.execute(sql`update prices set product_id = ${last}
    where product_id = ${good} and price_type_id = ${purchase}`)
  const ofSales = await call(api.previewPriceBreak, { ...all, percent: 3 }, sales)
  expect(ofSales, 'nor by their order').toMatchObject({ cheaper: 3, losses: 0 })
  expect(ofSales.examples.map(({ id, loss }) => [id, loss])).toEqual(world.productIds.map((id) => [id, null]))
  expect(await call(api.previewPriceBreak, { ...terms(), price: 100 }, sales)).toMatchObject({
    cheaper: 0,
    examples: [],
  })
})

test('of more breaks than a list holds, those of staff are listed, and the total is told', async () => {
  await portal.pool.query(
    `insert into price_breaks (contract_id, code1c, least_quantity_milli, percent_hundredths)
     select $1, 'from-1c-' || n, n * 1000, 100 from generate_series(1, 2001) n`,
    [contract],
  )
  const { items } = await call(api.savePriceBreak, { ...terms(), from: 5000 }, sales)
  const listed = await call(api.staffPriceBreaks, { contract }, sales)
  await portal.pool.query("delete from price_breaks where code1c like 'from-1c-%'")
  expect([items.length, listed.total]).toEqual([2000, 2002])
  expect(listed.items[0]).toMatchObject({ from: 5000, from_1c: false })
  await call(api.endPriceBreak, { id: listed.items[0]?.id ?? 0, contract }, sales)
})

test('goods, categories and brands are found for a break', async () => {
  await portal.db.execute(sql`insert into brands (name, key) values ('Bosch', 'bosch')`)
  const found = async (target: 'brand' | 'good' | 'all', query: string) =>
    (await call(api.findBreakTargets, { target, query }, sales)).items.map(({ header }) => header)
  expect(await found('brand', 'bos')).toEqual(['Bosch'])
  expect(await found('good', 'Товар 1')).toEqual(['Товар 1'])
  expect(await found('all', 'Товар 1')).toEqual([])
})
