import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#shared/api/basket.ts'
import * as api from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'
import { catalogueChanges, products, stocks } from '#server/platform/db/schema/catalogue.ts'
import { orderEvents, orderKeys, orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { addresses } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { fillBasket, placeOrder, type Checkout } from '#tests/support/checkout.ts'
import {
  addAddress,
  addConsignee,
  addOrganisation,
  createWorld,
  setPrice,
  setStock,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let moscow: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  ;[moscow = 0] = world.warehouseIds
})
afterAll(() => portal.close())

const basketOf = ({ buyer, contract }: Checkout) => call(baskets.getBasketData, { contract }, buyer)

async function stockOf(productId: number | undefined) {
  const [row] = await portal.db
    .select()
    .from(stocks)
    .where(eq(stocks.productId, productId ?? 0))
  return row
}

test('[C.55] an order takes and empties the basket, with number, lines, VAT, reservation, event', async () => {
  const at = await fillBasket(portal, world, [
    { name: 'Дрель', articul: 'DX-1', price: 12_200, qnt: 2, stock: [10] },
    { unit: 'кг', step: 0.25, price: 1841, qnt: 0.5, vat: '10' },
  ])
  const placed = await placeOrder(at, { client_number: ' З-881 ', comment: 'Позвоните' })
  expect(placed).toMatchObject({ status: 'success', sum: 253.21, changes: [] })
  expect(placed.numberOrder).toMatch(/^\d{4}-\d{6}$/)

  const [order] = await portal.db.select().from(orders).where(eq(orders.id, placed.id))
  expect(order).toMatchObject({
    state: 1,
    contractId: at.contract,
    accountId: at.accountId,
    sumKopecks: 25_321,
    clientNumber: 'З-881',
    comment: 'Позвоните',
    version: 1,
  })
  const lines = await portal.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, placed.id))
    .orderBy(orderLines.position)
  expect(lines).toMatchObject([
    {
      name: 'Дрель',
      articul: 'DX-1',
      quantityMilli: 2000,
      reservedMilli: 2000,
      sumKopecks: 24_400,
      vatPercent: 22,
      warehouseId: moscow,
    },
    { quantityMilli: 500, sumKopecks: 921, vatPercent: 10, unit: 'кг' },
  ])
  expect(await stockOf(at.ids[0])).toMatchObject({ onHandMilli: 10_000, reservedMilli: 2000 })
  expect(await portal.db.select().from(orderEvents).where(eq(orderEvents.orderId, placed.id))).toMatchObject([
    { state: 1, author: 'Ирина Соколова' },
  ])
  const notices = await portal.db
    .select()
    .from(catalogueChanges)
    .where(eq(catalogueChanges.productId, at.ids[0] ?? 0))
  expect(notices).toMatchObject([{ kind: 'stock' }])
  expect((await basketOf(at)).count.products).toBe(0)
})

test('[P.5] repeating a key returns the first answer and places no second order', async () => {
  const at = await fillBasket(portal, world, [{ stock: [10] }])
  const first = await placeOrder(at)
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
  expect(await placeOrder(at)).toEqual(first)
  expect((await basketOf(at)).count.products).toBe(1)
  await expect(placeOrder(at, { comment: 'другое' })).rejects.toMatchObject({ status: 422, code: 'keyReused' })
  expect((await placeOrder(at, {}, `${at.key}-next`)).id).not.toBe(first.id)
})

test('an order can be looked up by its key without placing one; other accounts find nothing', async () => {
  const at = await fillBasket(portal, world, [{ stock: [10] }])
  const findOrder = (buyer = at.buyer) => call(api.findPlacedOrder, { key: at.key }, buyer)
  expect((await findOrder()).order).toBeNull()
  expect((await basketOf(at)).count.products).toBe(1)
  const { id, numberOrder, sum, awaits } = await placeOrder(at)
  expect((await findOrder()).order).toEqual({ id, numberOrder, sum, awaits })
  expect((await findOrder(await signedIn(portal, world.managerId))).order).toBeNull()
})

test('a key is required, does not store refusals and expires after a day', async () => {
  const at = await fillBasket(portal, world, [{ stock: [10] }], { minOrderKopecks: 20_000 })
  await expect(
    call(api.createOrder, { contract: at.contract, delivery_method: deliveryMethodId('pickup') }, at.buyer),
  ).rejects.toMatchObject({ status: 400, code: 'keyMissing' })
  await expect(placeOrder(at)).rejects.toMatchObject({ code: 'belowLeastSum' })
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
  const first = await placeOrder(at)
  await portal.db
    .update(orderKeys)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    .where(eq(orderKeys.accountId, at.accountId))
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 2, contract: at.contract }, at.buyer)
  expect((await placeOrder(at)).id).not.toBe(first.id)
})

test('three concurrent calls with one key create one order and get one answer', async () => {
  const at = await fillBasket(portal, world, [{ stock: [10] }])
  const answers = await Promise.all([placeOrder(at), placeOrder(at), placeOrder(at)])
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))).toHaveLength(1)
})

test('one key used concurrently for two baskets creates one order', async () => {
  const at = await fillBasket(portal, world, [{ stock: [10] }])
  const [contract, [id = 0]] = [await world.addContract(), await world.addProducts([{}])]
  await portal.db.insert(accountContracts).values({ accountId: at.accountId, contractId: contract })
  for (let round = 1; round <= 4; round += 1) {
    await call(baskets.processBasketUpdate, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
    await call(baskets.processBasketUpdate, { id, qnt: 1, contract }, at.buyer)
    const tries = await Promise.allSettled([
      placeOrder(at, {}, `both-${round}`),
      placeOrder({ ...at, contract }, {}, `both-${round}`),
    ])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 422, code: 'keyReused' },
    })
  }
})

test('a changed price is a 409 with the change, nothing is ordered, and the next attempt succeeds', async () => {
  const at = await fillBasket(portal, world, [{ price: 10_000 }, { price: 5000 }])
  const [dearer = 0, cheaper = 0] = at.ids
  const priceTypeId = world.priceTypeIds[0] ?? 0
  await setPrice(portal.db, { productIds: [dearer], priceTypeId, priceKopecks: 10_100 })
  await setPrice(portal.db, { productIds: [cheaper], priceTypeId, priceKopecks: 4900 })
  await expect(placeOrder(at)).rejects.toMatchObject({
    status: 409,
    code: 'orderChanged',
    body: {
      changes: [
        { id: dearer, what: 'price', old_price: 100, price: 101 },
        { id: cheaper, what: 'price', old_price: 50, price: 49 },
      ],
    },
  })
  expect(await stockOf(dearer)).toMatchObject({ reservedMilli: 0 })
  expect((await placeOrder(at)).sum).toBe(150)
})

test('[P.5] prices reported by a refused order still show as changed on the page', async () => {
  const at = await fillBasket(portal, world, [{ price: 10_000 }])
  await setPrice(portal.db, { productIds: at.ids, priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks: 10_100 })
  await expect(placeOrder(at)).rejects.toMatchObject({ code: 'orderChanged' })
  expect((await basketOf(at)).lines).toMatchObject([{ old_price: 100, price: 101, qnt: 1 }])
})

test('quantities above stock and goods no longer sold are reported; the basket stays unchanged', async () => {
  const at = await fillBasket(portal, world, [{ stock: [5], qnt: 5 }, {}])
  const [short = 0, gone = 0] = at.ids
  await setStock(portal.db, { productId: short, warehouseId: moscow, onHand: 3 })
  await portal.db.update(products).set({ active: false }).where(eq(products.id, gone))
  await expect(placeOrder(at)).rejects.toMatchObject({
    status: 409,
    body: {
      changes: [
        { id: short, what: 'stock', qnt: 5, available: 3, new_qnt: 3 },
        { id: gone, what: 'gone', price: null, available: 0, new_qnt: 0 },
      ],
    },
  })
  expect((await basketOf(at)).lines.map(({ qnt }) => qnt)).toEqual([5, 1])
  await call(baskets.processProductSet, { contract: at.contract, products: { [short]: 3, [gone]: 0 } }, at.buyer)
  expect((await placeOrder(at)).sum, 'all that there is').toBe(300)
})

test('[V.4] a changed step is reported with the corrected quantity, capped at the stock [V.6]', async () => {
  const at = await fillBasket(portal, world, [
    { qnt: 25, stock: [100] },
    { qnt: 25, stock: [27] },
    { qnt: 20, stock: [100] },
    { unit: 'кг', step: 0.125, qnt: 0.13 },
  ])
  const [up = 0, capped = 0, fits = 0, kilograms = 0] = at.ids
  const setStep = (ids: number[], stepMilli: number) =>
    portal.db.update(products).set({ stepMilli }).where(inArray(products.id, ids))
  await setStep([up, capped, fits], 10_000)
  await expect(placeOrder(at)).rejects.toMatchObject({
    status: 409,
    code: 'orderChanged',
    body: {
      changes: [
        { id: up, what: 'step', qnt: 25, step: 10, new_qnt: 30 },
        { id: capped, what: 'step', qnt: 25, step: 10, new_qnt: 20 },
      ],
    },
  })
  expect((await basketOf(at)).lines.map(({ qnt }) => qnt)).toEqual([25, 25, 20, 0.13])
  expect(await stockOf(up)).toMatchObject({ reservedMilli: 0 })

  await call(baskets.processProductSet, { contract: at.contract, products: { [up]: 30, [capped]: 20 } }, at.buyer)
  const { id } = await placeOrder(at)
  const lines = await portal.db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position)
  expect(lines.map(({ productId, quantityMilli }) => [productId, quantityMilli])).toEqual([
    [up, 30_000],
    [capped, 20_000],
    [fits, 20_000],
    [kilograms, 130],
  ])
})

test('a quantity that fits neither step nor stock reports both; a step above the stock leaves nothing', async () => {
  const at = await fillBasket(portal, world, [
    { qnt: 35, stock: [100] },
    { qnt: 3, stock: [100] },
  ])
  const [both = 0, none = 0] = at.ids
  await portal.db.update(products).set({ stepMilli: 10_000 }).where(inArray(products.id, at.ids))
  await setStock(portal.db, { productId: both, warehouseId: moscow, onHand: 25 })
  await setStock(portal.db, { productId: none, warehouseId: moscow, onHand: 5 })
  await expect(placeOrder(at)).rejects.toMatchObject({
    body: {
      changes: [
        { id: both, what: 'stock', new_qnt: 20 },
        { id: both, what: 'step', new_qnt: 20 },
        { id: none, what: 'step', available: 5, new_qnt: 0 },
      ],
    },
  })
})

test('[R.4] foreign ids in an order are answered like unknown ones, and nothing is written', async () => {
  const stranger = await addOrganisation(portal.db, 'ООО «Чужой»')
  const foreign = {
    address: await addAddress(portal.db, stranger.organisationId),
    consignee: await addConsignee(portal.db, stranger.organisationId),
    contract: await world.addContract(stranger),
  }
  const at = await fillBasket(portal, world, [{}])
  const mine = await addAddress(portal.db, world.organisationId)
  const deleted = {
    address: await addAddress(portal.db, world.organisationId),
    consignee: await addConsignee(portal.db, world.organisationId, { deleted: true }),
  }
  await portal.db.update(addresses).set({ deleted: true }).where(eq(addresses.id, deleted.address))
  for (const input of [
    { delivery_method: 1, address: foreign.address },
    { address: foreign.address },
    { consignee: foreign.consignee },
    { contract: foreign.contract },
    { address: deleted.address },
    { consignee: deleted.consignee },
    { delivery_method: 99 },
    { delivery_method: 1, address: mine, delivery_company: 999_999 },
    { delivery_method: 2, terminal: 999_999 },
  ]) {
    await expect(placeOrder(at, input)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
  expect(await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))).toEqual([])
  expect(await portal.db.select().from(orderKeys).where(eq(orderKeys.accountId, at.accountId))).toEqual([])
  expect((await basketOf(at)).count.products).toBe(1)
})

test('a failed order leaves nothing behind', async () => {
  const at = await fillBasket(portal, world, [{ stock: [10] }])
  await portal.pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$`,
  )
  await portal.pool.query('create trigger fail before insert on order_keys for each row execute function fail()')
  await expect(placeOrder(at)).rejects.toMatchObject({ status: 500 })
  await portal.pool.query('drop trigger fail on order_keys')
  expect(await stockOf(at.ids[0])).toMatchObject({ reservedMilli: 0 })
  expect(await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))).toEqual([])
  expect((await basketOf(at)).count.products).toBe(1)
  await placeOrder(at)
})

test('[R.6] accountants, receivers, staff and guests cannot place orders', async () => {
  const input = { contract: world.contractId, delivery_method: deliveryMethodId('pickup') }
  for (const accountId of [world.accountantId, world.receiverId, world.salesId]) {
    const visitor = await signedIn(portal, accountId)
    await expect(call(api.createOrder, input, { ...visitor, key: 'any' })).rejects.toMatchObject({ status: 403 })
  }
  await expect(call(api.createOrder, input, { ...portal.visitor(), key: 'any' })).rejects.toMatchObject({ status: 401 })
})

test('an order of any number of lines takes at most 13 SQL statements, with any limits', async () => {
  const many = await fillBasket(
    portal,
    world,
    Array.from({ length: 150 }, () => ({})),
    { payment: 'deferred', creditLimitKopecks: 1e9 },
  )
  const one = await fillBasket(portal, world, [{}])
  await portal.db
    .update(accounts)
    .set({ orderLimitKopecks: 1e12, periodLimitKopecks: 1e12 })
    .where(eq(accounts.id, many.accountId))
  for (const at of [many, one]) {
    const { length } = await statementsOf(portal.pool, /order_keys/, () => placeOrder(at))
    expect(length).toBeGreaterThan(5)
    expect(length).toBeLessThanOrEqual(13)
  }
})
