import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/basket.ts'
import { setContract } from '#shared/api/contracts.ts'
import { contragents } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addToBasket, read, set } from '#tests/support/basket.ts'
import {
  addAccount,
  addOrganisation,
  createWorld,
  newBuyer,
  setStock,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let moscow: number
let petersburg: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  ;[moscow = 0, petersburg = 0] = world.warehouseIds
})
afterAll(() => portal.close())

test('[C.11] adding answers stats and the changed line; [C.9] the basket shows it', async () => {
  const buyer = await newBuyer(portal, world)
  const [drill = 0, bit = 0] = await world.addProducts([
    { price: 984_000, stock: [5] },
    { price: 1840, step: 10, stock: [500] },
  ])
  await addToBasket(buyer, { id: drill, qnt: 2, wms: moscow })
  const change = await addToBasket(buyer, { id: bit, qnt: '20' })
  expect(change.stats).toEqual({
    count: { products: 2, total: 22 },
    actualWms: [
      { id: moscow, header: 'Москва' },
      { id: petersburg, header: 'Санкт-Петербург' },
    ],
    overCount: 0,
    contract: world.contractId,
    sum: 20_048,
  })
  expect(change.line).toEqual({
    id: bit,
    qnt: 20,
    wms: moscow,
    step: 10,
    available: 500,
    stock_label: null,
    over: false,
    price: 18.4,
    sum: 368,
    note: '',
  })
  expect(await read(buyer)).toMatchObject({
    contract: world.contractId,
    overCount: 0,
    count: { products: 2, total: 22 },
    products: { [drill]: { [moscow]: 2 }, [bit]: { [moscow]: 20 } },
  })
})

test('[T.12] each contract has its own basket; choosing a contract answers its stats and moves no lines', async () => {
  const { contractId } = world
  const other = await world.addContract({ warehouseIds: [petersburg] })
  const buyer = await newBuyer(portal, world, [contractId, other])
  const [id = 0] = await world.addProducts([{ stock: [10, 10] }])
  await call(setContract, { id: contractId }, buyer)
  await addToBasket(buyer, { id, qnt: 2 })
  const { stats } = await call(setContract, { id: other }, buyer)
  expect(stats).toEqual({
    count: { products: 0, total: 0 },
    actualWms: [{ id: petersburg, header: 'Санкт-Петербург' }],
    overCount: 0,
    contract: other,
    sum: 0,
  })
  expect((await addToBasket(buyer, { id, qnt: 5 })).line).toMatchObject({ wms: petersburg, qnt: 5 })
  expect((await call(setContract, { id: contractId }, buyer)).stats.count).toEqual({ products: 1, total: 2 })
})

test('[E.1] two browsers of one account share a basket; another account of the contract has its own', async () => {
  const { organisationId, contractId } = world
  const accountId = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId] })
  const [first, second, other] = [
    await signedIn(portal, accountId),
    await signedIn(portal, accountId),
    await newBuyer(portal, world),
  ]
  const [id = 0] = await world.addProducts([{}])
  await addToBasket(first, { id, qnt: 3 })
  expect((await read(second)).products).toEqual({ [id]: { [moscow]: 3 } })
  expect((await read(other)).products).toEqual({})
})

test('[C.12] setting quantity 0 removes the line, also of goods no longer sold', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{}])
  await addToBasket(buyer, { id, qnt: 2, wms: moscow })
  await setStock(portal.db, { productId: id, warehouseId: moscow, onHand: 0 })
  await portal.pool.query('delete from prices where product_id = $1', [id])
  expect((await read(buyer)).lines).toMatchObject([{ id, gone: true, price: null, sum: null }])
  await expect(set(buyer, { id, qnt: 1, wms: moscow })).rejects.toMatchObject({ code: 'notSold' })
  expect((await set(buyer, { id, qnt: 0, wms: moscow })).line).toMatchObject({ id, qnt: 0, wms: moscow })
  expect((await read(buyer)).lines).toEqual([])
})

test('[C.13] setting several lines is all or nothing and leaves other lines unchanged', async () => {
  const buyer = await newBuyer(portal, world)
  const [kept = 0, one = 0, two = 0, none = 0] = await world.addProducts([{}, {}, { stock: [5, 5] }, { stock: [] }])
  await addToBasket(buyer, { id: kept, qnt: 1, wms: moscow })
  const change = await call(
    api.processProductSet,
    { products: { [one]: 4, [two]: { [moscow]: 2, [petersburg]: 9 } } },
    buyer,
  )
  expect(change.lines.map(({ id, wms, qnt }) => [id, wms, qnt])).toEqual([
    [one, moscow, 4],
    [two, moscow, 2],
    [two, petersburg, 5],
  ])

  const before = (await read(buyer)).products
  await expect(call(api.processProductSet, { products: { [one]: 9, [none]: 1 } }, buyer)).rejects.toMatchObject({
    code: 'insufficientStock',
    body: { id: none, available: 0, fields: { [none]: 'Недостаточно свободных остатков на складе' } },
  })
  expect((await read(buyer)).products).toEqual(before)
})

test('variants are added by payload; adding the parent asks to choose a variant', async () => {
  const buyer = await newBuyer(portal, world)
  const [parent = 0, foreign = 0] = await world.addProducts([{ name: 'Куртка', articul: 'K-1' }, {}])
  const [small = 0, large = 0] = await world.addProducts([
    { parentId: parent, name: 'Куртка (S)', articul: '' },
    { parentId: parent, name: 'Куртка (L)' },
  ])
  await expect(addToBasket(buyer, { id: parent, qnt: 1 })).rejects.toMatchObject({
    status: 422,
    code: 'chooseVariant',
    message: 'Выберите вариант',
  })
  const change = await addToBasket(buyer, {
    id: parent,
    type: 'variants',
    payload: { [small]: 2, [large]: { [moscow]: 1 } },
  })
  expect(change.stats.count).toEqual({ products: 2, total: 3 })
  await expect(addToBasket(buyer, { id: parent, type: 'variants', payload: { [foreign]: 1 } })).rejects.toMatchObject({
    status: 404,
  })
  expect((await set(buyer, { id: large, qnt: 5, type: 'variants', wms: moscow })).line?.qnt).toBe(5)
  expect((await read(buyer)).lines).toMatchObject([
    { id: small, parent, header: 'Куртка (S)', articul: 'K-1' },
    { id: large, parent },
  ])
})

test('[C.14] clearing answers every removed line; the GET is refused without proof of same origin', async () => {
  const buyer = await newBuyer(portal, world)
  const [one = 0, two = 0] = await world.addProducts([{}, {}])
  await call(api.processProductSet, { products: { [one]: 1, [two]: 2 } }, buyer)
  const bare = await buyer.send('/api/clearBasket/', { method: 'GET' })
  expect(bare.status).toBe(403)
  const foreign = await buyer.send('/api/clearBasket/', {
    method: 'GET',
    headers: { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'x' },
  })
  expect(foreign.status).toBe(403)
  expect((await read(buyer)).lines).toHaveLength(2)

  const cleared = await call(api.clearBasketByGet, {}, buyer)
  expect(cleared.lines.map(({ qnt }) => qnt)).toEqual([0, 0])
  expect(cleared.stats.count).toEqual({ products: 0, total: 0 })
  await addToBasket(buyer, { id: one, qnt: 1 })
  expect((await call(api.clearBasket, {}, buyer)).stats.count.products).toBe(0)
})

test('[R.4] a foreign or not allotted contract is 404, and so are unknown goods and warehouses', async () => {
  const buyer = await newBuyer(portal, world)
  const stranger = await addOrganisation(portal.db, 'ООО «Чужой»')
  const foreign = await world.addContract(stranger)
  const unallotted = await world.addContract()
  const [id = 0] = await world.addProducts([{}])
  for (const contract of [foreign, unallotted, 999_999]) {
    await expect(addToBasket(buyer, { id, qnt: 1, contract })).rejects.toMatchObject({ status: 404, code: 'notFound' })
    await expect(call(api.getBasketData, { contract }, buyer)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.clearBasket, { contract }, buyer)).rejects.toMatchObject({ status: 404 })
  }
  const [ended] = await portal.db
    .insert(contragents)
    .values({
      organisationId: world.organisationId,
      company: 'ООО «Закрытое»',
      inn: '7707083893',
      kpp: '',
      status: 'deleted',
    })
    .returning()
  const contract = await world.addContract({ contragentId: ended?.id ?? 0 })
  await expect(
    addToBasket(await signedIn(portal, world.ownerId), { id, qnt: 1, contract }),
    'of a deleted contragent',
  ).rejects.toMatchObject({ status: 404 })
  await expect(addToBasket(buyer, { id: 2_000_000_000, qnt: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(addToBasket(buyer, { id, qnt: 1, wms: 999_999 })).rejects.toMatchObject({ status: 404 })
  await expect(call(api.processProductSet, { products: { 9999999999: 1 } }, buyer)).rejects.toMatchObject({
    status: 404,
  })
})

test('[R.6] accountants, receivers, staff and guests have no basket', async () => {
  const [id = 0] = await world.addProducts([{}])
  for (const accountId of [world.accountantId, world.receiverId, world.adminId]) {
    const visitor = await signedIn(portal, accountId)
    await expect(addToBasket(visitor, { id, qnt: 1 })).rejects.toMatchObject({ status: 403 })
    await expect(read(visitor)).rejects.toMatchObject({ status: 403 })
  }
  await expect(read(portal.visitor())).rejects.toMatchObject({ status: 401 })
})

test('[V.19] malformed input is a 400, never a 500', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{}])
  for (const body of [
    { id: 'x' },
    { id, qnt: 'много' },
    { id, qnt: 1e300 },
    { id, qnt: null },
    { id, payload: { a: 1 } },
    [],
  ]) {
    const response = await buyer.send('/api/processBasket/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
  }
})

test('a change takes at most 5 SQL statements, however full the basket is', async () => {
  const buyer = await newBuyer(portal, world)
  const many = await world.addProducts(Array.from({ length: 60 }, () => ({})))
  await call(api.processProductSet, { products: Object.fromEntries(many.map((id) => [id, 1])) }, buyer)
  const acts = [
    () => addToBasket(buyer, { id: many[0] ?? 0, qnt: 1 }),
    () => set(buyer, { id: many[1] ?? 0, qnt: 3 }),
    () => call(api.processProductSet, { products: Object.fromEntries(many.map((id) => [id, 2])) }, buyer),
    () => call(api.clearBasket, {}, buyer),
  ]
  for (const act of acts) {
    const { length } = await statementsOf(portal.pool, /basket/, act)
    expect(length).toBeGreaterThan(1)
    expect(length).toBeLessThanOrEqual(5)
  }
})

test('statements of a change are planned once per connection, not for each basket and good', async () => {
  const buyer = await newBuyer(portal, world)
  const ids = await world.addProducts(Array.from({ length: 12 }, () => ({ stock: [1000] })))
  const clients = new Set<pg.PoolClient>()
  const collect = (client: pg.PoolClient) => void clients.add(client)
  portal.pool.on('acquire', collect)
  for (const id of ids) await addToBasket(buyer, { id, qnt: 1 })
  portal.pool.off('acquire', collect)
  const plans = await Promise.all([...clients].map(countPlans))
  expect(sumOf(plans.map(({ kept }) => kept))).toBeGreaterThan(ids.length / 2)
  expect(sumOf(plans.map(({ custom }) => custom))).toBe(0)
})

/** How often the statement that writes lines ran with a kept plan, and with one for its values. */
async function countPlans(client: pg.PoolClient): Promise<{ kept: number; custom: number }> {
  const { rows } = await client.query<{ kept: number; custom: number }>(`
    select coalesce(sum(generic_plans), 0)::int as kept, coalesce(sum(custom_plans), 0)::int as custom
    from pg_prepared_statements where statement ~ 'insert into basket_lines.* with ordinality'`)
  return rows[0] ?? { kept: 0, custom: 0 }
}

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

test('fifty concurrent adds to one basket all count', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ stock: [1000] }])
  await Promise.all(Array.from({ length: 50 }, () => addToBasket(buyer, { id, qnt: 1, wms: moscow })))
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 50 } })
})
