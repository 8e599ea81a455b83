import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/basket.ts'
import { createOrder, getOrder } from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { basketRemovedLines } from '#server/platform/db/schema/basket.ts'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { orderLines } from '#server/platform/db/schema/orders.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket, read, set } from '#tests/support/basket.ts'
import { createWorld, newBuyer, setPrice, setStock, type World } from '#tests/support/fixtures.ts'
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

const comment = (buyer: Visitor, id: number, text: string) =>
  call(api.saveBasketComment, { id, wms: moscow, comment: text }, buyer)

test('[E.1] one product in several warehouses is several lines; one call fixes all lines', async () => {
  const buyer = await newBuyer(portal, world)
  const [both = 0, packed = 0, gone = 0, none = 0, fine = 0] = await world.addProducts([
    { stock: [10, 10] },
    { stock: [27] },
    {},
    { stock: [5] },
    {},
  ])
  await call(
    api.processProductSet,
    { products: { [both]: { [moscow]: 8, [petersburg]: 9 }, [packed]: 25, [gone]: 1, [none]: 5, [fine]: 2 } },
    buyer,
  )
  await setStock(portal.db, { productId: both, warehouseId: petersburg, onHand: 4 })
  await setStock(portal.db, { productId: none, warehouseId: moscow, onHand: 0 })
  await portal.db.update(products).set({ stepMilli: 10_000 }).where(eq(products.id, packed))
  await portal.db.update(products).set({ active: false }).where(eq(products.id, gone))
  expect((await read(buyer)).overCount).toBe(3)

  const fixed = await call(api.fixQuantities, {}, buyer)
  expect(fixed.stats).toMatchObject({ overCount: 0, count: { products: 4, total: 34 } })
  expect(fixed.lines.map(({ id, wms, qnt }) => [id, wms, qnt])).toEqual([
    [both, petersburg, 4],
    [packed, moscow, 20],
    [gone, moscow, 0],
    [none, moscow, 0],
  ])
  expect((await read(buyer)).products).toEqual({
    [both]: { [moscow]: 8, [petersburg]: 4 },
    [packed]: { [moscow]: 20 },
    [fine]: { [moscow]: 2 },
  })
  expect((await call(api.fixQuantities, {}, buyer)).lines).toEqual([])
})

test('a restored line keeps its quantity above stock, comment, position and price change', async () => {
  const buyer = await newBuyer(portal, world)
  const [first = 0, second = 0, third = 0] = await world.addProducts([{ price: 10_000, stock: [9] }, {}, {}])
  for (const id of [first, second, third]) await addToBasket(buyer, { id, qnt: 9, wms: moscow })
  await comment(buyer, first, ' Без царапин ')
  await setStock(portal.db, { productId: first, warehouseId: moscow, onHand: 2 })
  await setPrice(portal.db, { productIds: [first], priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks: 11_000 })
  const before = await read(buyer)
  expect(before.lines[0]).toMatchObject({
    qnt: 9,
    available: 2,
    over: true,
    comment: 'Без царапин',
    price: 110,
    old_price: 100,
  })

  await set(buyer, { id: first, qnt: 0, wms: moscow })
  const restored = await call(api.restoreBasket, { lines: [{ id: first, wms: moscow }] }, buyer)
  expect(restored).toMatchObject({
    line: { id: first, qnt: 9, over: true },
    stats: { overCount: 1, count: { products: 3, total: 27 } },
  })
  expect(await read(buyer)).toEqual({ ...before, version: expect.any(String) })

  const cleared = await call(api.clearBasket, {}, buyer)
  await call(api.restoreBasket, { lines: cleared.lines.map(({ id, wms }) => ({ id, wms })) }, buyer)
  expect(await read(buyer)).toEqual({ ...before, version: expect.any(String) })
})

test('restoring skips lines that are in the basket, of other baskets or removed over a day ago', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0, old = 0] = await world.addProducts([{}, {}])
  await addToBasket(buyer, { id, qnt: 9, wms: moscow })
  await call(api.clearBasket, {}, buyer)
  const stranger = await newBuyer(portal, world)
  const lines = [{ id, wms: moscow }]
  expect((await call(api.restoreBasket, { lines }, stranger)).lines).toEqual([])
  await addToBasket(buyer, { id, qnt: 2, wms: moscow })
  expect((await call(api.restoreBasket, { lines }, buyer)).lines).toEqual([])
  expect((await read(buyer)).products).toEqual({ [id]: { [moscow]: 2 } })
  await call(api.clearBasket, {}, buyer)
  expect((await call(api.restoreBasket, { lines }, buyer)).stats.count.total).toBe(2)
  expect((await call(api.restoreBasket, { lines }, buyer)).lines).toEqual([])

  await addToBasket(buyer, { id: old, qnt: 1, wms: moscow })
  await set(buyer, { id: old, qnt: 0, wms: moscow })
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  await portal.db.update(basketRemovedLines).set({ removedAt: dayAgo }).where(eq(basketRemovedLines.productId, old))
  expect((await call(api.restoreBasket, { lines: [{ id: old, wms: moscow }] }, buyer)).lines).toEqual([])
  await set(buyer, { id, qnt: 0, wms: moscow })
  expect(await portal.db.select().from(basketRemovedLines).where(eq(basketRemovedLines.productId, old))).toEqual([])
})

test('a line’s comment survives changes of its quantity and is copied to the order', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{}])
  await addToBasket(buyer, { id, qnt: 1, wms: moscow })
  await expect(call(api.saveBasketComment, { id, wms: petersburg, comment: 'x' }, buyer)).rejects.toMatchObject({
    status: 404,
  })
  await expect(comment(buyer, id, 'x'.repeat(api.maxLineCommentLength + 1))).rejects.toMatchObject({ status: 400 })
  expect((await comment(buyer, id, 'Нарезать по 2 м')).line).toMatchObject({ id, qnt: 1 })
  await set(buyer, { id, qnt: 3, wms: moscow })
  expect((await read(buyer)).lines).toMatchObject([{ qnt: 3, comment: 'Нарезать по 2 м' }])
  const placed = await call(
    createOrder,
    { contract: world.contractId, delivery_method: deliveryMethodId('pickup') },
    { ...buyer, key: 'comments' },
  )
  expect(await portal.db.select().from(orderLines).where(eq(orderLines.orderId, placed.id))).toMatchObject([
    { note: 'Нарезать по 2 м', quantityMilli: 3000 },
  ])
  expect((await call(getOrder, { id: placed.id }, buyer)).order.products).toMatchObject([
    { comment: 'Нарезать по 2 м' },
  ])
})

test('two browsers of one account see the same basket after every change', async () => {
  const buyer = await newBuyer(portal, world)
  const other = portal.visitor()
  for (const [name, value] of buyer.cookies) other.cookies.set(name, value)
  const [id = 0, more = 0] = await world.addProducts([{}, {}])
  await addToBasket(buyer, { id, qnt: 4, wms: moscow })
  await set(other, { id, qnt: 6, wms: moscow })
  await addToBasket(other, { id: more, qnt: 1, wms: moscow })
  await comment(buyer, id, 'одна корзина')
  expect(await read(other)).toEqual(await read(buyer))
  await call(api.clearBasket, {}, other)
  expect((await read(buyer)).lines).toEqual([])
})

test('whole-basket changes of a hundred lines take at most five SQL statements', async () => {
  const buyer = await newBuyer(portal, world)
  const ids = await world.addProducts(Array.from({ length: 100 }, () => ({ stock: [10] })))
  await call(api.processProductSet, { products: Object.fromEntries(ids.map((id) => [id, 10])) }, buyer)
  await portal.pool.query('update stocks set on_hand_milli = 4000 where product_id = any($1)', [ids])
  const acts = [
    () => call(api.fixQuantities, {}, buyer),
    () => comment(buyer, ids[0] ?? 0, 'так'),
    () => call(api.clearBasket, {}, buyer),
    () => call(api.restoreBasket, { lines: ids.map((id) => ({ id, wms: moscow })) }, buyer),
  ]
  for (const act of acts) {
    const { length } = await statementsOf(portal.pool, /basket/, act)
    expect(length).toBeGreaterThan(1)
    expect(length).toBeLessThanOrEqual(5)
  }
  expect((await read(buyer)).count).toEqual({ products: 100, total: 400 })
})
