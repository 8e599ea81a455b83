import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/basket.ts'
import { setContract } from '#shared/api/contracts.ts'
import { chosenWarehouses } from '#server/platform/db/schema/access.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addToBasket, read, set } from '#tests/support/basket.ts'
import { addAccount, createWorld, newBuyer, setStock, signedIn, type World } from '#tests/support/fixtures.ts'
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

test('with a chosen warehouse the basket takes goods from it', async () => {
  const { organisationId, contractId } = world
  const accountId = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId] })
  const buyer = await signedIn(portal, accountId)
  const [id = 0] = await world.addProducts([{ stock: [10, 3] }])
  await portal.db.insert(chosenWarehouses).values({ accountId, contractId, warehouseId: petersburg })
  const change = await addToBasket(buyer, { id, qnt: 8 })
  expect(change.lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([[petersburg, 3]])
  expect(change.stats.actualWms).toEqual([{ id: petersburg, header: 'Санкт-Петербург' }])
})

test('[V.2] adding 0 as number, text or variants is refused with the specified message', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{}])
  const refused = { status: 422, code: 'zeroQuantity', message: 'Укажите количество товара' }
  await expect(addToBasket(buyer, { id, qnt: 0 })).rejects.toMatchObject(refused)
  await expect(addToBasket(buyer, { id, qnt: '' })).rejects.toMatchObject(refused)
  await expect(addToBasket(buyer, { id })).rejects.toMatchObject(refused)
  await expect(addToBasket(buyer, { id, type: 'variants', payload: { [id]: 0 } })).rejects.toMatchObject(refused)
})

test('[V.2] an empty quantity is refused and removes nothing; only 0 removes', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{}])
  await addToBasket(buyer, { id, qnt: 3, wms: moscow })
  const refused = { status: 422, code: 'zeroQuantity', message: 'Укажите количество товара' }
  await expect(set(buyer, { id, qnt: '', wms: moscow })).rejects.toMatchObject(refused)
  for (const wanted of ['', { [moscow]: '' }] as const) {
    await expect(call(api.processProductSet, { products: { [id]: wanted } }, buyer)).rejects.toMatchObject(refused)
  }
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 3 } })
  const [other = 0, parent = 0] = await world.addProducts([{}, {}])
  const [variant = 0] = await world.addProducts([{ parentId: parent }])
  expect(
    (await addToBasket(buyer, { id: parent, type: 'variants', payload: { [variant]: 2, [other]: '' } })).stats.count
      .products,
  ).toBe(2)
})

test('[V.6] any positive quantity is at least one step', async () => {
  const buyer = await newBuyer(portal, world)
  const [piece = 0, kilo = 0] = await world.addProducts([{}, { unit: 'кг', decimals: 2 }])
  await addToBasket(buyer, { id: piece, qnt: 5, wms: moscow })
  expect((await set(buyer, { id: piece, qnt: 0.0001, wms: moscow })).line?.qnt).toBe(1)
  expect((await set(buyer, { id: piece, qnt: '1.0004', wms: moscow })).line).toMatchObject({
    qnt: 2,
    note: 'Количество округлено вверх: кратность 1 шт',
  })
  expect((await addToBasket(buyer, { id: kilo, qnt: -0.0001 })).line?.qnt).toBe(0.01)
  expect((await set(buyer, { id: kilo, qnt: 0.07 })).line).toMatchObject({ qnt: 0.07, note: '' })
})

test('[V.3] without stock the refusal names the available quantity', async () => {
  const buyer = await newBuyer(portal, world)
  const [none = 0, few = 0, minus = 0] = await world.addProducts([
    { stock: [] },
    { step: 10, stock: [7] },
    { stock: [-3] },
  ])
  for (const id of [none, few, minus]) {
    await expect(addToBasket(buyer, { id, qnt: 1 })).rejects.toMatchObject({
      status: 422,
      code: 'insufficientStock',
      message: 'Недостаточно свободных остатков на складе',
      body: { id, available: 0 },
    })
  }
  expect((await read(buyer)).lines).toEqual([])
})

test('[V.6] a quantity is rounded up to the step and capped at the stock, and the note says why', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ step: 5, stock: [23] }])
  const rounded = await addToBasket(buyer, { id, qnt: 7, wms: moscow })
  expect(rounded.line).toMatchObject({ qnt: 10, note: 'Количество округлено вверх: кратность 5 шт' })
  const capped = await addToBasket(buyer, { id, qnt: 100, wms: moscow })
  expect(capped.line).toMatchObject({ qnt: 20, note: 'Количество уменьшено до остатка: можно заказать 20 шт' })
})

test('[V.6] adding when the basket already holds all the stock changes nothing and reports the stock', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0, spread = 0, few = 0] = await world.addProducts([
    { step: 5, stock: [23] },
    { stock: [3, 4] },
    { stock: [8] },
  ])
  const note = (max: number) => `Весь остаток уже в корзине: можно заказать ${max} шт`
  await addToBasket(buyer, { id, qnt: 20 })
  expect((await addToBasket(buyer, { id, qnt: 5, wms: moscow })).line).toMatchObject({
    qnt: 20,
    available: 23,
    note: note(20),
  })
  await addToBasket(buyer, { id: spread, qnt: 7 })
  expect((await addToBasket(buyer, { id: spread, qnt: 1 })).lines).toMatchObject([
    { wms: moscow, qnt: 3, note: '' },
    { wms: petersburg, qnt: 4, note: note(7) },
  ])

  await addToBasket(buyer, { id: few, qnt: 8 })
  await setStock(portal.db, { productId: few, warehouseId: moscow, onHand: 2 })
  expect((await addToBasket(buyer, { id: few, qnt: 1 })).line).toMatchObject({ qnt: 8, note: note(2) })
  await setStock(portal.db, { productId: few, warehouseId: moscow, onHand: 0 })
  await expect(addToBasket(buyer, { id: few, qnt: 1 })).rejects.toMatchObject({
    code: 'insufficientStock',
    body: { available: 0 },
  })
  expect((await read(buyer)).products).toEqual({
    [id]: { [moscow]: 20 },
    [spread]: { [moscow]: 3, [petersburg]: 4 },
    [few]: { [moscow]: 8 },
  })
})

test('[V.7] a minus sign is dropped, and kg keep two decimals', async () => {
  const buyer = await newBuyer(portal, world)
  const [piece = 0, kilo = 0, quarter = 0] = await world.addProducts([
    {},
    { unit: 'кг', decimals: 2, stock: [10.128] },
    { unit: 'кг', step: 0.25, price: 1841 },
  ])
  expect((await addToBasket(buyer, { id: piece, qnt: -3 })).line?.qnt).toBe(3)
  expect((await set(buyer, { id: kilo, qnt: '1,237' })).line).toMatchObject({
    qnt: 1.24,
    note: 'Количество округлено до сотых',
  })
  expect((await set(buyer, { id: kilo, qnt: 50 })).line?.qnt).toBe(10.12)
  expect((await set(buyer, { id: quarter, qnt: 0.3 })).line).toMatchObject({ qnt: 0.5, sum: 9.21 })
})

test('[P.3] without a warehouse the quantity is spread over the contract’s warehouses, one line each', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ step: 5, stock: [12, 30] }])
  const change = await addToBasket(buyer, { id, qnt: 22 })
  expect(change.lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([
    [moscow, 10],
    [petersburg, 15],
  ])
  const lowered = await set(buyer, { id, qnt: 8 })
  expect(lowered.lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([
    [moscow, 10],
    [petersburg, 0],
  ])
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 10 } })
})

test('setting a quantity without a warehouse sets the total and removes lines in other warehouses', async () => {
  const { organisationId, contractId } = world
  const contract = await world.addContract()
  const accountId = await addAccount(portal.db, {
    role: 'manager',
    organisationId,
    contractIds: [contractId, contract],
  })
  const buyer = await signedIn(portal, accountId)
  await call(setContract, { id: contract }, buyer)
  const [id = 0] = await world.addProducts([{ stock: [10, 10] }])
  const basketProducts = async () => (await read(buyer)).products
  const chooses = (warehouseId: number) =>
    portal.db
      .insert(chosenWarehouses)
      .values({ accountId, contractId: contract, warehouseId })
      .onConflictDoUpdate({ target: [chosenWarehouses.accountId, chosenWarehouses.contractId], set: { warehouseId } })
  const inMoscow = async () => {
    await chooses(moscow)
    await set(buyer, { id, qnt: 3, wms: moscow })
    await chooses(petersburg)
  }

  await inMoscow()
  expect((await set(buyer, { id, qnt: 2 })).lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([
    [petersburg, 2],
    [moscow, 0],
  ])
  expect(await basketProducts()).toEqual({ [id]: { [petersburg]: 2 } })
  await inMoscow()
  expect((await set(buyer, { id, qnt: 0 })).lines.map(({ wms, qnt }) => [wms, qnt])).toEqual([
    [petersburg, 0],
    [moscow, 0],
  ])
  expect(await basketProducts()).toEqual({})
  await inMoscow()
  await call(api.processProductSet, { products: { [id]: 4 } }, buyer)
  expect(await basketProducts()).toEqual({ [id]: { [petersburg]: 4 } })

  await inMoscow()
  await portal.pool.query('delete from contract_warehouses where contract_id = $1 and warehouse_id = $2', [
    contract,
    moscow,
  ])
  await set(buyer, { id, qnt: 1 })
  expect(await basketProducts()).toEqual({ [id]: { [petersburg]: 1 } })
  await portal.pool.query('delete from contract_warehouses where contract_id = $1', [contract])
  await expect(addToBasket(buyer, { id, qnt: 1 })).rejects.toMatchObject({
    code: 'insufficientStock',
    body: { available: 0 },
  })
  expect((await set(buyer, { id, qnt: 0 })).line).toMatchObject({ qnt: 0, wms: petersburg })
  expect(await basketProducts()).toEqual({})
})

test('a product given under two spellings of its id is set once, to the later value', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ stock: [10, 10] }])
  await call(api.processProductSet, { products: { [id]: 3, [`0${id}`]: { [moscow]: 2, [`0${moscow}`]: 4 } } }, buyer)
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 4 } })
})
