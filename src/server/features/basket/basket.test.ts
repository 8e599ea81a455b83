import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/basket.ts'
import { setContract } from '#shared/api/contracts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { chosenWarehouses } from '#server/db/schema/access.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, createWorld, setStock, signedIn, type World } from '#tests/support/fixtures.ts'
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

/** A buyer with an empty basket of their own. */
async function newBuyer(): Promise<Visitor> {
  const { organisationId, contractId } = world
  return signedIn(portal, await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId] }))
}

async function goods(...wishes: Parameters<World['addProducts']>[0]): Promise<number[]> {
  return world.addProducts(wishes)
}

const add = (buyer: Visitor, input: InputOf<typeof api.processBasket>) => call(api.processBasket, input, buyer)
const set = (buyer: Visitor, input: InputOf<typeof api.processBasketUpdate>) => call(api.processBasketUpdate, input, buyer)
const read = (buyer: Visitor) => call(api.getBasketData, {}, buyer)

test('[C.11] adding answers stats and the touched line; [C.9] the basket shows it', async () => {
  const buyer = await newBuyer()
  const [drill = 0, bit = 0] = await goods({ price: 984_000, stock: [5] }, { price: 1840, step: 10, stock: [500] })
  await add(buyer, { id: drill, qnt: 2, wms: moscow })
  const change = await add(buyer, { id: bit, qnt: '20' })
  expect(change.stats).toEqual({
    count: { products: 2, total: 22 },
    actualWms: [{ id: moscow, header: 'Москва' }, { id: petersburg, header: 'Санкт-Петербург' }],
    overCount: 0,
    contract: world.contractId,
    sum: 20_048,
  })
  expect(change.line).toEqual({ id: bit, qnt: 20, wms: moscow, step: 10, available: 500, price: 18.4, sum: 368, note: '' })
  expect(await read(buyer)).toMatchObject({
    contract: world.contractId,
    overCount: 0,
    count: { products: 2, total: 22 },
    products: { [drill]: { [moscow]: 2 }, [bit]: { [moscow]: 20 } },
  })
})

test('[T.12] each contract has its own basket: choosing one answers its stats and moves nothing', async () => {
  const { organisationId, contragentId, warehouseIds, priceTypeIds, contractId } = world
  const other = await addContract(portal.db, { organisationId, contragentId, warehouseIds: [petersburg], priceTypeId: priceTypeIds[0] ?? 0 })
  const accountId = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId, other] })
  const buyer = await signedIn(portal, accountId)
  const [id = 0] = await goods({ stock: [10, 10] })
  await call(setContract, { id: contractId }, buyer)
  await add(buyer, { id, qnt: 2 })
  const { stats } = await call(setContract, { id: other }, buyer)
  expect(stats).toEqual({ count: { products: 0, total: 0 }, actualWms: [{ id: petersburg, header: 'Санкт-Петербург' }], overCount: 0, contract: other, sum: 0 })
  expect((await add(buyer, { id, qnt: 5 })).line).toMatchObject({ wms: petersburg, qnt: 5 })
  expect((await call(setContract, { id: contractId }, buyer)).stats.count).toEqual({ products: 1, total: 2 })
  expect(warehouseIds).toContain(moscow)
})

test('with a warehouse chosen the basket takes from that one', async () => {
  const { organisationId, contractId } = world
  const accountId = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId] })
  const buyer = await signedIn(portal, accountId)
  const [id = 0] = await goods({ stock: [10, 3] })
  await portal.db.insert(chosenWarehouses).values({ accountId, contractId, warehouseId: petersburg })
  const change = await add(buyer, { id, qnt: 8 })
  expect(change.lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([[petersburg, 3]])
  expect(change.stats.actualWms).toEqual([{ id: petersburg, header: 'Санкт-Петербург' }])
})

test('[E.1] two browsers of one account see one basket, another account of the contract its own', async () => {
  const { organisationId, contractId } = world
  const accountId = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId] })
  const [first, second, other] = [await signedIn(portal, accountId), await signedIn(portal, accountId), await newBuyer()]
  const [id = 0] = await goods({})
  await add(first, { id, qnt: 3 })
  expect((await read(second)).products).toEqual({ [id]: { [moscow]: 3 } })
  expect((await read(other)).products).toEqual({})
})

test('[V.2] adding 0 is refused with the message, as number, text or variants', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({})
  const refused = { status: 422, code: 'zeroQuantity', message: 'Укажите количество товара' }
  await expect(add(buyer, { id, qnt: 0 })).rejects.toMatchObject(refused)
  await expect(add(buyer, { id, qnt: '' })).rejects.toMatchObject(refused)
  await expect(add(buyer, { id })).rejects.toMatchObject(refused)
  await expect(add(buyer, { id, type: 'variants', payload: { [id]: 0 } })).rejects.toMatchObject(refused)
})

test('[V.2] an empty quantity removes nothing, only a 0 does', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({})
  await add(buyer, { id, qnt: 3, wms: moscow })
  const refused = { status: 422, code: 'zeroQuantity', message: 'Укажите количество товара' }
  await expect(set(buyer, { id, qnt: '', wms: moscow })).rejects.toMatchObject(refused)
  for (const wanted of ['', { [moscow]: '' }] as const) {
    await expect(call(api.processProductSet, { products: { [id]: wanted } }, buyer)).rejects.toMatchObject(refused)
  }
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 3 } })
  const [other = 0, parent = 0] = await goods({}, {})
  const [variant = 0] = await goods({ parentId: parent })
  expect((await add(buyer, { id: parent, type: 'variants', payload: { [variant]: 2, [other]: '' } })).stats.count.products).toBe(2)
})

test('[V.6] something however small is at least one step, never nothing', async () => {
  const buyer = await newBuyer()
  const [piece = 0, kilo = 0] = await goods({}, { unit: 'кг', decimals: 2 })
  await add(buyer, { id: piece, qnt: 5, wms: moscow })
  expect((await set(buyer, { id: piece, qnt: 0.0001, wms: moscow })).line?.qnt).toBe(1)
  expect((await set(buyer, { id: piece, qnt: '1.0004', wms: moscow })).line).toMatchObject({ qnt: 2, note: 'Количество округлено вверх: кратность 1 шт' })
  expect((await add(buyer, { id: kilo, qnt: -0.0001 })).line?.qnt).toBe(0.01)
  expect((await set(buyer, { id: kilo, qnt: 0.07 })).line).toMatchObject({ qnt: 0.07, note: '' })
})

test('[V.3] without stock the server says what can be had', async () => {
  const buyer = await newBuyer()
  const [none = 0, few = 0, minus = 0] = await goods({ stock: [] }, { step: 10, stock: [7] }, { stock: [-3] })
  for (const id of [none, few, minus]) {
    await expect(add(buyer, { id, qnt: 1 })).rejects.toMatchObject({
      status: 422,
      code: 'insufficientStock',
      message: 'Не достаточно свободных остатков на складе',
      body: { id, available: 0 },
    })
  }
  expect((await read(buyer)).lines).toEqual([])
})

test('[V.6] a quantity is rounded up to the step and capped, and the note says why', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({ step: 5, stock: [23] })
  const rounded = await add(buyer, { id, qnt: 7, wms: moscow })
  expect(rounded.line).toMatchObject({ qnt: 10, note: 'Количество округлено вверх: кратность 5 шт' })
  const capped = await add(buyer, { id, qnt: 100, wms: moscow })
  expect(capped.line).toMatchObject({ qnt: 20, note: 'Количество уменьшено до остатка: можно заказать 20 шт' })
})

test('[V.6] adding where the basket holds all there is leaves the line and says how much there is', async () => {
  const buyer = await newBuyer()
  const [id = 0, spread = 0, few = 0] = await goods({ step: 5, stock: [23] }, { stock: [3, 4] }, { stock: [8] })
  const note = (most: number) => `Весь остаток уже в корзине: можно заказать ${most} шт`
  await add(buyer, { id, qnt: 20 })
  expect((await add(buyer, { id, qnt: 5, wms: moscow })).line).toMatchObject({ qnt: 20, available: 23, note: note(20) })
  await add(buyer, { id: spread, qnt: 7 })
  expect((await add(buyer, { id: spread, qnt: 1 })).lines).toMatchObject([{ wms: moscow, qnt: 3, note: '' }, { wms: petersburg, qnt: 4, note: note(7) }])

  await add(buyer, { id: few, qnt: 8 })
  await setStock(portal.db, { productId: few, warehouseId: moscow, onHand: 2 })
  expect((await add(buyer, { id: few, qnt: 1 })).line).toMatchObject({ qnt: 8, note: note(2) })
  await setStock(portal.db, { productId: few, warehouseId: moscow, onHand: 0 })
  await expect(add(buyer, { id: few, qnt: 1 })).rejects.toMatchObject({ code: 'insufficientStock', body: { available: 0 } })
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 20 }, [spread]: { [moscow]: 3, [petersburg]: 4 }, [few]: { [moscow]: 8 } })
})

test('[V.7] a minus is dropped and kg keep two decimals', async () => {
  const buyer = await newBuyer()
  const [piece = 0, kilo = 0, quarter = 0] = await goods({}, { unit: 'кг', decimals: 2, stock: [10.128] }, { unit: 'кг', step: 0.25, price: 1841 })
  expect((await add(buyer, { id: piece, qnt: -3 })).line?.qnt).toBe(3)
  expect((await set(buyer, { id: kilo, qnt: '1,237' })).line).toMatchObject({ qnt: 1.24, note: 'Количество округлено до сотых' })
  expect((await set(buyer, { id: kilo, qnt: 50 })).line?.qnt).toBe(10.12)
  expect((await set(buyer, { id: quarter, qnt: 0.3 })).line).toMatchObject({ qnt: 0.5, sum: 9.21 })
})

test('[P.3] without a warehouse the quantity is spread over the contract’s in order, one line each', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({ step: 5, stock: [12, 30] })
  const change = await add(buyer, { id, qnt: 22 })
  expect(change.lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([[moscow, 10], [petersburg, 15]])
  const lowered = await set(buyer, { id, qnt: 8 })
  expect(lowered.lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([[moscow, 10], [petersburg, 0]])
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 10 } })
})

test('a quantity set without a warehouse is the whole: lines in other warehouses go, also in one the contract has lost', async () => {
  const { organisationId, contractId, contragentId, priceTypeIds } = world
  const warehouseIds = [moscow, petersburg]
  const common = { organisationId, contragentId, priceTypeId: priceTypeIds[0] ?? 0 }
  const contract = await addContract(portal.db, { ...common, warehouseIds })
  const accountId = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId, contract] })
  const buyer = await signedIn(portal, accountId)
  await call(setContract, { id: contract }, buyer)
  const [id = 0] = await goods({ stock: [10, 10] })
  const places = async () => (await read(buyer)).products
  const chooses = (warehouseId: number) =>
    portal.db.insert(chosenWarehouses).values({ accountId, contractId: contract, warehouseId })
      .onConflictDoUpdate({ target: [chosenWarehouses.accountId, chosenWarehouses.contractId], set: { warehouseId } })
  const inMoscow = async () => {
    await chooses(moscow)
    await set(buyer, { id, qnt: 3, wms: moscow })
    await chooses(petersburg)
  }

  await inMoscow()
  expect((await set(buyer, { id, qnt: 2 })).lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([[petersburg, 2], [moscow, 0]])
  expect(await places()).toEqual({ [id]: { [petersburg]: 2 } })
  await inMoscow()
  expect((await set(buyer, { id, qnt: 0 })).lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([[petersburg, 0], [moscow, 0]])
  expect(await places()).toEqual({})
  await inMoscow()
  await call(api.processProductSet, { products: { [id]: 4 } }, buyer)
  expect(await places()).toEqual({ [id]: { [petersburg]: 4 } })

  await inMoscow()
  await portal.pool.query('delete from contract_warehouses where contract_id = $1 and warehouse_id = $2', [contract, moscow])
  await set(buyer, { id, qnt: 1 })
  expect(await places()).toEqual({ [id]: { [petersburg]: 1 } })
  await portal.pool.query('delete from contract_warehouses where contract_id = $1', [contract])
  await expect(add(buyer, { id, qnt: 1 })).rejects.toMatchObject({ code: 'insufficientStock', body: { available: 0 } })
  expect((await set(buyer, { id, qnt: 0 })).line).toMatchObject({ qnt: 0, wms: petersburg })
  expect(await places()).toEqual({})
})

test('one product under two spellings of its id is set once, the later rules', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({ stock: [10, 10] })
  await call(api.processProductSet, { products: { [id]: 3, [`0${id}`]: { [moscow]: 2, [`0${moscow}`]: 4 } } }, buyer)
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 4 } })
})

test('[C.12] setting 0 removes the line, also of goods that are sold no more', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({})
  await add(buyer, { id, qnt: 2, wms: moscow })
  await setStock(portal.db, { productId: id, warehouseId: moscow, onHand: 0 })
  await portal.pool.query('delete from prices where product_id = $1', [id])
  expect((await read(buyer)).lines).toMatchObject([{ id, gone: true, price: null, sum: null }])
  await expect(set(buyer, { id, qnt: 1, wms: moscow })).rejects.toMatchObject({ code: 'notSold' })
  expect((await set(buyer, { id, qnt: 0, wms: moscow })).line).toMatchObject({ id, qnt: 0, wms: moscow })
  expect((await read(buyer)).lines).toEqual([])
})

test('[C.13] a set of lines is all or nothing and leaves the others', async () => {
  const buyer = await newBuyer()
  const [kept = 0, one = 0, two = 0, none = 0] = await goods({}, {}, { stock: [5, 5] }, { stock: [] })
  await add(buyer, { id: kept, qnt: 1, wms: moscow })
  const change = await call(api.processProductSet, { products: { [one]: 4, [two]: { [moscow]: 2, [petersburg]: 9 } } }, buyer)
  expect(change.lines.map(({ id, wms, qnt }) => [id, wms, qnt])).toEqual([[one, moscow, 4], [two, moscow, 2], [two, petersburg, 5]])

  const before = (await read(buyer)).products
  await expect(call(api.processProductSet, { products: { [one]: 9, [none]: 1 } }, buyer)).rejects.toMatchObject({
    code: 'insufficientStock',
    body: { fields: { [none]: 'Не достаточно свободных остатков на складе' } },
  })
  expect((await read(buyer)).products).toEqual(before)
})

test('variants are added by payload; their parent asks to choose one', async () => {
  const buyer = await newBuyer()
  const [parent = 0, foreign = 0] = await goods({ name: 'Куртка', articul: 'K-1' }, {})
  const [small = 0, large = 0] = await goods({ parentId: parent, name: 'Куртка (S)', articul: '' }, { parentId: parent, name: 'Куртка (L)' })
  await expect(add(buyer, { id: parent, qnt: 1 })).rejects.toMatchObject({ status: 422, code: 'chooseVariant', message: 'Выберите вариант' })
  const change = await add(buyer, { id: parent, type: 'variants', payload: { [small]: 2, [large]: { [moscow]: 1 } } })
  expect(change.stats.count).toEqual({ products: 2, total: 3 })
  await expect(add(buyer, { id: parent, type: 'variants', payload: { [foreign]: 1 } })).rejects.toMatchObject({ status: 404 })
  expect((await set(buyer, { id: large, qnt: 5, type: 'variants', wms: moscow })).line?.qnt).toBe(5)
  expect((await read(buyer)).lines).toMatchObject([{ id: small, parent, header: 'Куртка (S)', articul: 'K-1' }, { id: large, parent }])
})

test('[C.14] clearing answers every removed line; the GET wants proof of its own site', async () => {
  const buyer = await newBuyer()
  const [one = 0, two = 0] = await goods({}, {})
  await call(api.processProductSet, { products: { [one]: 1, [two]: 2 } }, buyer)
  const bare = await buyer.send('/api/clearBasket/', { method: 'GET' })
  expect(bare.status).toBe(403)
  const foreign = await buyer.send('/api/clearBasket/', { method: 'GET', headers: { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'x' } })
  expect(foreign.status).toBe(403)
  expect((await read(buyer)).lines).toHaveLength(2)

  const cleared = await call(api.clearBasketByGet, {}, buyer)
  expect(cleared.lines.map(({ qnt }) => qnt)).toEqual([0, 0])
  expect(cleared.stats.count).toEqual({ products: 0, total: 0 })
  await add(buyer, { id: one, qnt: 1 })
  expect((await call(api.clearBasket, {}, buyer)).stats.count.products).toBe(0)
})

test('[R.4] a contract that is foreign or not allotted is missing, so are unknown goods and warehouses', async () => {
  const buyer = await newBuyer()
  const stranger = await addOrganisation(portal.db, 'ООО «Чужой»')
  const common = { priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: world.warehouseIds }
  const foreign = await addContract(portal.db, { ...stranger, ...common })
  const unallotted = await addContract(portal.db, { organisationId: world.organisationId, contragentId: world.contragentId, ...common })
  const [id = 0] = await goods({})
  for (const contract of [foreign, unallotted, 999_999]) {
    await expect(add(buyer, { id, qnt: 1, contract })).rejects.toMatchObject({ status: 404, code: 'notFound' })
    await expect(call(api.getBasketData, { contract }, buyer)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.clearBasket, { contract }, buyer)).rejects.toMatchObject({ status: 404 })
  }
  await expect(add(buyer, { id: 2_000_000_000, qnt: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(add(buyer, { id, qnt: 1, wms: 999_999 })).rejects.toMatchObject({ status: 404 })
  await expect(call(api.processProductSet, { products: { 9999999999: 1 } }, buyer)).rejects.toMatchObject({ status: 404 })
})

test('[R.6] who may not buy has no basket: accountant, receiver, staff, guest', async () => {
  const [id = 0] = await goods({})
  for (const accountId of [world.accountantId, world.receiverId, world.adminId]) {
    const visitor = await signedIn(portal, accountId)
    await expect(add(visitor, { id, qnt: 1 })).rejects.toMatchObject({ status: 403 })
    await expect(read(visitor)).rejects.toMatchObject({ status: 403 })
  }
  await expect(read(portal.visitor())).rejects.toMatchObject({ status: 401 })
})

test('[V.19] nonsense is refused, never failed on', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({})
  for (const body of [{ id: 'x' }, { id, qnt: 'много' }, { id, qnt: 1e300 }, { id, qnt: null }, { id, payload: { a: 1 } }, []]) {
    const response = await buyer.send('/api/processBasket/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    expect(response.status).toBe(400)
  }
})

test('a change takes at most 5 statements, however full the basket is', async () => {
  const buyer = await newBuyer()
  const many = await goods(...Array.from({ length: 60 }, () => ({})))
  await call(api.processProductSet, { products: Object.fromEntries(many.map((id) => [id, 1])) }, buyer)
  const acts = [
    () => add(buyer, { id: many[0] ?? 0, qnt: 1 }),
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

test('fifty adds at once to one basket are all in it', async () => {
  const buyer = await newBuyer()
  const [id = 0] = await goods({ stock: [1000] })
  await Promise.all(Array.from({ length: 50 }, () => add(buyer, { id, qnt: 1, wms: moscow })))
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 50 } })
})
