import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/basket.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addToBasket, read, set } from '#tests/support/basket.ts'
import { createWorld, newBuyer, setPrice, setStock, signedIn, type World } from '#tests/support/fixtures.ts'
import { beforeStatement } from '#tests/support/statements.ts'
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

test('lines above stock are counted, and changed prices are reported until the line is edited', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ price: 10_000, stock: [10] }])
  await addToBasket(buyer, { id, qnt: 8, wms: moscow })
  await setStock(portal.db, { productId: id, warehouseId: moscow, onHand: 3 })
  await setPrice(portal.db, { productIds: [id], priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks: 11_200 })
  for (let reading = 0; reading < 2; reading += 1) {
    expect(await read(buyer)).toMatchObject({
      overCount: 1,
      sum: 896,
      lines: [{ price: 112, old_price: 100, available: 3, qnt: 8 }],
    })
  }
  await set(buyer, { id, qnt: 3, wms: moscow })
  expect(await read(buyer)).toMatchObject({ overCount: 0, lines: [{ price: 112, old_price: null, qnt: 3 }] })
})

test('the page’s totals include weight, volume, VAT, margin at РРЦ and the sum missing for free delivery', async () => {
  const contractId = await world.addContract({
    rrcTypeId: world.priceTypeIds[2],
    warehouseIds: [moscow],
    freeDeliveryKopecks: 100_000,
    minOrderKopecks: 50_000,
  })
  const buyer = await signedIn(portal, world.ownerId)
  const [id = 0] = await world.addProducts([{ price: 12_200, weightGrams: 1500, volumeCm3: 2000 }])
  await portal.pool.query('insert into prices (product_id, price_type_id, price_kopecks) values ($1, $2, 15000)', [
    id,
    world.priceTypeIds[2],
  ])
  await addToBasket(buyer, { id, qnt: 3, contract: contractId })
  const { totals, lines } = await call(api.getBasketData, { contract: contractId }, buyer)
  expect(totals).toEqual({
    weight: 4.5,
    volume: 0.006,
    vat: 66,
    margin: 84,
    to_free_delivery: 634,
    free_delivery_from: 1000,
    least_sum: 500,
  })
  expect(lines).toMatchObject([{ vat: 22, weight: 1.5, volume: 0.002, price_rrc: 150, sum: 366 }])
})

test('goods no longer sold, or sold from a removed warehouse, are counted but not summed', async () => {
  const contract = await world.addContract({ rrcTypeId: world.priceTypeIds[2], freeDeliveryKopecks: 100_000 })
  const buyer = await signedIn(portal, world.ownerId)
  const [kept = 0, gone = 0, lost = 0] = await world.addProducts([
    { price: 12_200 },
    { price: 50_000 },
    { price: 70_000, stock: [0, 10] },
  ])
  for (const id of [kept, gone, lost]) {
    await portal.pool.query('insert into prices (product_id, price_type_id, price_kopecks) values ($1, $2, 90000)', [
      id,
      world.priceTypeIds[2],
    ])
  }
  await call(api.processProductSet, { contract, products: { [kept]: 1, [gone]: 2, [lost]: 3 } }, buyer)
  await portal.pool.query('update products set active = false where id = $1', [gone])
  await portal.pool.query('delete from contract_warehouses where contract_id = $1 and warehouse_id = $2', [
    contract,
    petersburg,
  ])

  const basket = await call(api.getBasketData, { contract }, buyer)
  expect(basket).toMatchObject({ count: { products: 3, total: 6 }, overCount: 2, sum: 122 })
  expect(basket.totals).toMatchObject({ vat: 22, margin: 778, to_free_delivery: 878 })
  expect(basket.lines).toMatchObject([
    { id: kept, gone: false, sum: 122, available: 100 },
    { id: gone, gone: true, sum: null, price: null, old_price: null, available: 0 },
    { id: lost, gone: true, sum: null, available: 0 },
  ])
  expect((await call(api.processBasketUpdate, { contract, id: kept, qnt: 2 }, buyer)).stats).toMatchObject({
    overCount: 2,
    sum: 244,
  })
  await call(api.clearBasket, { contract }, buyer)
})

test('with hidden stock the reply caps available quantities; a line is over only above the real stock', async () => {
  const contract = await world.addContract({ warehouseIds: [moscow], stockDisplay: 'more', stockCapMilli: 10_000 })
  const buyer = await signedIn(portal, world.ownerId)
  const [id = 0] = await world.addProducts([{ stock: [40] }])
  const change = await addToBasket(buyer, { id, qnt: 100, contract })
  expect(change).toMatchObject({
    line: { qnt: 40, available: 10, stock_label: 'более 10', over: false },
    stats: { overCount: 0 },
  })
  const line = async () => (await call(api.getBasketData, { contract }, buyer)).lines[0]
  expect(await line()).toMatchObject({
    qnt: 40,
    available: 10,
    stock_label: 'более 10',
    over: false,
    old_available: null,
  })
  await setStock(portal.db, { productId: id, warehouseId: moscow, onHand: 30 })
  expect(await line()).toMatchObject({
    qnt: 40,
    available: 10,
    stock_label: 'более 10',
    over: true,
    old_available: null,
  })
  expect((await call(api.fixQuantities, { contract }, buyer)).line).toMatchObject({ qnt: 30, over: false })
})

test('a price that changed after a reply counts as unseen: the next reply reports it', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ price: 10_000 }])
  await addToBasket(buyer, { id, qnt: 1, wms: moscow })
  const reprice = (priceKopecks: number) =>
    setPrice(portal.db, { productIds: [id], priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks })
  await reprice(11_000)
  await beforeStatement(
    portal.pool,
    /update basket_lines line/,
    () => reprice(12_000),
    async () => {
      expect((await read(buyer)).lines).toMatchObject([{ price: 110, old_price: 100 }])
    },
  )
  expect((await read(buyer)).lines).toMatchObject([{ price: 120, old_price: 110 }])
})

test('the stock at the last edit of a line is shown beside the current stock', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ stock: [40] }])
  await addToBasket(buyer, { id, qnt: 2, wms: moscow })
  expect((await read(buyer)).lines).toMatchObject([{ available: 40, old_available: null }])
  await setStock(portal.db, { productId: id, warehouseId: moscow, onHand: 3 })
  expect((await read(buyer)).lines).toMatchObject([{ available: 3, old_available: 40, over: false }])
  await set(buyer, { id, qnt: 3, wms: moscow })
  expect((await read(buyer)).lines).toMatchObject([{ available: 3, old_available: null }])
})
