import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/basket.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket, read, set } from '#tests/support/basket.ts'
import { createWorld, newBuyer, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { sortById } from './sort-by-id.ts'

let portal: TestApp
let world: World
let a: number, b: number, c: number, d: number, e: number
let moscow: number, petersburg: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: Array.from({ length: 5 }, () => ({ stock: [20, 20] })) })
  ;[a = 0, b = 0, c = 0, d = 0, e = 0] = world.productIds
  ;[moscow = 0, petersburg = 0] = world.warehouseIds
})
afterAll(() => portal.close())

const linesOf = async (buyer: Visitor) =>
  (await read(buyer)).lines.map(({ id, wms }) => (wms === moscow ? id : [id, wms]))

test('goods keep the order in which they were added; a good that is added again keeps its position', async () => {
  const buyer = await newBuyer(portal, world)
  for (const id of [d, b, e, a]) await addToBasket(buyer, { id, qnt: 2 })
  expect(await linesOf(buyer)).toEqual([d, b, e, a])
  await addToBasket(buyer, { id: b, qnt: 5 })
  await set(buyer, { id: d, qnt: 1 })
  expect(await linesOf(buyer)).toEqual([d, b, e, a])
})

test('goods added in one call follow the order it names, and the others come after them', async () => {
  const buyer = await newBuyer(portal, world)
  const { lines } = await call(
    api.processProductSet,
    { products: { [a]: 1, [b]: 1, [c]: 1, [d]: 1 }, order: [d, 999_999, b, d] },
    buyer,
  )
  expect(lines.map(({ id }) => id)).toEqual([d, b, a, c])
  expect(await linesOf(buyer)).toEqual([d, b, a, c])
  await call(api.processProductSet, { products: { [a]: 3, [b]: 3, [e]: 3 }, order: [e, a, b] }, buyer)
  expect(await linesOf(buyer)).toEqual([d, b, a, c, e])
})

test('variants keep the order in which they were chosen', async () => {
  const buyer = await newBuyer(portal, world)
  const [parent = 0] = await world.addProducts([{ name: 'Перчатки', price: null, stock: [] }])
  const [small = 0, large = 0] = await world.addProducts([
    { name: 'S', parentId: parent },
    { name: 'L', parentId: parent },
  ])
  await call(
    api.processBasket,
    { id: parent, type: 'variants', payload: { [small]: 1, [large]: { [moscow]: 2 } }, order: [large, small] },
    buyer,
  )
  expect(await linesOf(buyer)).toEqual([large, small])
})

test('lines of one good from several warehouses stay adjacent, whenever they were added', async () => {
  const buyer = await newBuyer(portal, world)
  for (const id of [c, a, b]) await addToBasket(buyer, { id, qnt: 3 })
  await addToBasket(buyer, { id: c, qnt: 2, wms: petersburg })
  await call(api.processProductSet, { products: { [a]: 35 } }, buyer)
  expect(await linesOf(buyer)).toEqual([c, [c, petersburg], a, [a, petersburg], b])
  await set(buyer, { id: a, qnt: 0, wms: moscow })
  await set(buyer, { id: a, qnt: 1, wms: moscow })
  expect(await linesOf(buyer)).toEqual([c, [c, petersburg], [a, petersburg], a, b])
})

test('removed lines are restored at their old position, whatever was added meanwhile', async () => {
  const buyer = await newBuyer(portal, world)
  for (const id of [e, c, a]) await addToBasket(buyer, { id, qnt: 30 })
  const before = await linesOf(buyer)
  const keys = (ids: number[]) => ids.flatMap((id) => world.warehouseIds.map((wms) => ({ id, wms })))
  await call(api.processProductSet, { products: { [c]: 0, [a]: 0 } }, buyer)
  for (const id of [d, b]) await addToBasket(buyer, { id, qnt: 1 })
  expect(await linesOf(buyer)).toEqual([e, [e, petersburg], d, b])
  await call(api.restoreBasket, { lines: keys([c, a]) }, buyer)
  expect(await linesOf(buyer)).toEqual([...before, d, b])

  // One line of a good: its other line, added again meanwhile, keeps them adjacent.
  await set(buyer, { id: e, qnt: 0 })
  await addToBasket(buyer, { id: e, qnt: 1, wms: petersburg })
  await call(api.restoreBasket, { lines: [{ id: e, wms: moscow }] }, buyer)
  const fixed = [...before.slice(2), d, b]
  expect(await linesOf(buyer)).toEqual([...fixed, e, [e, petersburg]])

  await call(api.clearBasket, {}, buyer)
  await call(api.restoreBasket, { lines: keys([a, b, c, d, e]) }, buyer)
  expect(await linesOf(buyer)).toEqual([...fixed, e, [e, petersburg]])
})

test('a removed line frees its position', async () => {
  const buyer = await newBuyer(portal, world)
  for (const id of [b, a]) await addToBasket(buyer, { id, qnt: 30 })
  await set(buyer, { id: a, qnt: 0 })
  await addToBasket(buyer, { id: c, qnt: 30 })
  await call(api.restoreBasket, { lines: [{ id: a, wms: petersburg }] }, buyer)
  await addToBasket(buyer, { id: a, qnt: 1, wms: moscow })
  expect(await linesOf(buyer)).toEqual([b, [b, petersburg], [a, petersburg], a, c, [c, petersburg]])
})

test('the order of ids lists each known id once', () => {
  const entries = new Map([
    [2, 'two'],
    [5, 'five'],
    [9, 'nine'],
  ])
  expect([...sortById(entries, [9, 7, 2, 9]).keys()]).toEqual([9, 2, 5])
  expect([...sortById(entries, undefined).keys()]).toEqual([2, 5, 9])
})
