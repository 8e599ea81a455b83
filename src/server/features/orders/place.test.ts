import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as baskets from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/orders.ts'
import { addDays, addWorkingDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { accounts } from '#server/db/schema/access.ts'
import { catalogueChanges, products, stocks } from '#server/db/schema/catalogue.ts'
import { calendarDays, deliveryCompanies, deliveryMethods, deliveryTerminals, deliveryTypes, orderEvents, orderKeys, orderLines, orders } from '#server/db/schema/orders.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import {
  addAccount, addAddress, addConsignee, addContract, addOrganisation, createWorld, setPrice, setStock, signedIn, type ContractWish, type ProductWish, type World,
} from '#tests/support/fixtures.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'

const pickup = 3
let portal: TestApp
let world: World
let moscow: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  ;[moscow = 0] = world.warehouseIds
})
afterAll(() => portal.close())

let keys = 0
let key = ''
beforeEach(() => {
  keys += 1
  key = `key-${keys}`
})

type Shop = { buyer: Visitor; contract: number; ids: number[]; accountId: number }

/** A buyer under a contract of their own with goods in the basket, one of each unless said otherwise. */
async function shop(goods: (ProductWish & { qnt?: number })[], contractWish: ContractWish = {}): Promise<Shop> {
  const { organisationId, contragentId, warehouseIds, priceTypeIds } = world
  const contract = await addContract(portal.db, { organisationId, contragentId, warehouseIds, priceTypeId: priceTypeIds[0] ?? 0, ...contractWish })
  const accountId = await addAccount(portal.db, { role: 'manager', name: 'Ирина Соколова', organisationId, contractIds: [contract] })
  const buyer = await signedIn(portal, accountId)
  const ids = await world.addProducts(goods)
  await call(baskets.processProductSet, { contract, products: Object.fromEntries(ids.map((id, index) => [id, goods[index]?.qnt ?? 1])) }, buyer)
  return { buyer, contract, ids, accountId }
}

function place({ buyer, contract }: Shop, wish: Partial<InputOf<typeof api.createOrder>> = {}, withKey = key) {
  return call(api.createOrder, { contract, delivery_method: pickup, ...wish }, { ...buyer, key: withKey })
}

const basketOf = ({ buyer, contract }: Shop) => call(baskets.getBasketData, { contract }, buyer)

async function stockOf(productId: number | undefined) {
  const [row] = await portal.db.select().from(stocks).where(eq(stocks.productId, productId ?? 0))
  return row
}

test('[C.55] an order takes the whole basket: number, lines, VAT, reservation, event, empty basket', async () => {
  const at = await shop([{ name: 'Дрель', articul: 'DX-1', price: 12_200, qnt: 2, stock: [10] }, { unit: 'кг', step: 0.25, price: 1841, qnt: 0.5, vat: '10' }])
  const placed = await place(at, { client_number: ' З-881 ', comment: 'Позвоните' })
  expect(placed).toMatchObject({ status: 'success', sum: 253.21, changes: [] })
  expect(placed.numberOrder).toMatch(/^\d{4}-\d{6}$/)

  const [order] = await portal.db.select().from(orders).where(eq(orders.id, placed.id))
  expect(order).toMatchObject({ state: 1, contractId: at.contract, accountId: at.accountId, sumKopecks: 25_321, clientNumber: 'З-881', comment: 'Позвоните', version: 1 })
  const lines = await portal.db.select().from(orderLines).where(eq(orderLines.orderId, placed.id)).orderBy(orderLines.position)
  expect(lines).toMatchObject([
    { name: 'Дрель', articul: 'DX-1', quantityMilli: 2000, reservedMilli: 2000, sumKopecks: 24_400, vatPercent: 22, warehouseId: moscow },
    { quantityMilli: 500, sumKopecks: 921, vatPercent: 10, unit: 'кг' },
  ])
  expect(await stockOf(at.ids[0])).toMatchObject({ onHandMilli: 10_000, reservedMilli: 2000 })
  expect(await portal.db.select().from(orderEvents).where(eq(orderEvents.orderId, placed.id))).toMatchObject([{ state: 1, author: 'Ирина Соколова' }])
  const told = await portal.db.select().from(catalogueChanges).where(eq(catalogueChanges.productId, at.ids[0] ?? 0))
  expect(told).toMatchObject([{ kind: 'stock' }])
  expect((await basketOf(at)).count.products).toBe(0)
})

test('[P.5] the same key again returns the first answer and orders nothing', async () => {
  const at = await shop([{ stock: [10] }])
  const first = await place(at)
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
  expect(await place(at)).toEqual(first)
  expect((await basketOf(at)).count.products).toBe(1)
  await expect(place(at, { comment: 'другое' })).rejects.toMatchObject({ status: 422, code: 'keyReused' })
  expect((await place(at, {}, `${key}-next`)).id).not.toBe(first.id)
})

test('a key is asked for, refusals are not kept under it, and it is forgotten after a day', async () => {
  const at = await shop([{ stock: [10] }], { leastOrderKopecks: 20_000 })
  await expect(call(api.createOrder, { contract: at.contract, delivery_method: pickup }, at.buyer)).rejects.toMatchObject({ status: 400, code: 'keyMissing' })
  await expect(place(at)).rejects.toMatchObject({ code: 'belowLeastSum' })
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
  const first = await place(at)
  await portal.db.update(orderKeys).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) }).where(eq(orderKeys.accountId, at.accountId))
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 2, contract: at.contract }, at.buyer)
  expect((await place(at)).id).not.toBe(first.id)
})

test('three sends of one key at once are one order with one answer', async () => {
  const at = await shop([{ stock: [10] }])
  const answers = await Promise.all([place(at), place(at), place(at)])
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))).toHaveLength(1)
})

test('a price that differs either way is a 409 with the change, nothing is ordered, and the next try goes through', async () => {
  const at = await shop([{ price: 10_000 }, { price: 5000 }])
  const [dearer = 0, cheaper = 0] = at.ids
  const priceTypeId = world.priceTypeIds[0] ?? 0
  await setPrice(portal.db, { productIds: [dearer], priceTypeId, priceKopecks: 10_100 })
  await setPrice(portal.db, { productIds: [cheaper], priceTypeId, priceKopecks: 4900 })
  await expect(place(at)).rejects.toMatchObject({
    status: 409,
    code: 'orderChanged',
    body: { changes: [{ id: dearer, what: 'price', old_price: 100, price: 101 }, { id: cheaper, what: 'price', old_price: 50, price: 49 }] },
  })
  expect(await stockOf(dearer)).toMatchObject({ reservedMilli: 0 })
  expect((await place(at)).sum).toBe(150)
})

test('[P.5] the page tells of prices that a refused order has shown', async () => {
  const at = await shop([{ price: 10_000 }])
  await setPrice(portal.db, { productIds: at.ids, priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks: 10_100 })
  await expect(place(at)).rejects.toMatchObject({ code: 'orderChanged' })
  expect((await basketOf(at)).lines).toMatchObject([{ old_price: 100, price: 101, qnt: 1 }])
})

test('a quantity above stock and goods no longer sold are changes, and the basket keeps its quantities', async () => {
  const at = await shop([{ stock: [5], qnt: 5 }, {}])
  const [short = 0, gone = 0] = at.ids
  await setStock(portal.db, { productId: short, warehouseId: moscow, onHand: 3 })
  await portal.db.update(products).set({ active: false }).where(eq(products.id, gone))
  await expect(place(at)).rejects.toMatchObject({
    status: 409,
    body: { changes: [{ id: short, what: 'stock', qnt: 5, available: 3 }, { id: gone, what: 'gone', price: null, available: 0 }] },
  })
  expect((await basketOf(at)).lines.map(({ qnt }) => qnt)).toEqual([5, 1])
})

test('[V.14] a stopped contract takes no order: title and debt alert of the contract [E.11]', async () => {
  const at = await shop([{}], { stopOrders: true, debtAlert: 'По договору просрочено 10 000 ₽' })
  await expect(place(at)).rejects.toMatchObject({
    status: 422,
    code: 'ordersSuspended',
    message: 'По договору просрочено 10 000 ₽',
    body: { title: 'Уведомление о приостановке заказов' },
  })
  expect((await basketOf(at)).count.products).toBe(1)
})

test('a contract that is not in force takes no order, an empty basket neither', async () => {
  const yesterday = addDays(dayOf(new Date()), -1)
  await expect(place(await shop([{}], { status: 'suspended' }))).rejects.toMatchObject({ status: 422, code: 'contractInactive' })
  await expect(place(await shop([{}], { validTo: yesterday }))).rejects.toMatchObject({ code: 'contractInactive' })
  await expect(place(await shop([]))).rejects.toMatchObject({ status: 422, code: 'emptyBasket' })
})

test('the credit limit blocks only deferred payment and counts what is not shipped', async () => {
  const limited = { payment: 'deferred', creditLimitKopecks: 50_000, debtKopecks: 20_000, advanceKopecks: 1000 }
  const at = await shop([{ price: 15_000, qnt: 2, stock: [100] }], limited)
  await place(at)
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
  await expect(place(at, {}, `${key}-2`)).rejects.toMatchObject({ status: 422, code: 'creditLimit', body: { available: 10 } })
  const [line] = await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))
  expect(line).toMatchObject({ payUntil: null })
  await place(await shop([{ price: 90_000 }], { ...limited, payment: 'prepaid' }), {}, `${key}-3`)
})

test('two orders at once share one credit limit', async () => {
  const { organisationId, contragentId, warehouseIds, priceTypeIds } = world
  const contract = await addContract(portal.db, {
    organisationId, contragentId, warehouseIds, priceTypeId: priceTypeIds[0] ?? 0, payment: 'deferred', creditLimitKopecks: 15_000,
  })
  const ids = await world.addProducts(Array.from({ length: 6 }, () => ({})))
  const buyers = await Promise.all(
    ids.map(async (id) => {
      const buyer = await signedIn(portal, await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contract] }))
      await call(baskets.processBasket, { id, qnt: 1, contract }, buyer)
      return buyer
    }),
  )
  const tries = buyers.map((buyer, index) => call(api.createOrder, { contract, delivery_method: pickup }, { ...buyer, key: `${key}-${index}` }))
  const settled = await Promise.allSettled(tries)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('above the employee’s limit an order waits for approval', async () => {
  const at = await shop([{ price: 10_000 }])
  await portal.db.update(accounts).set({ orderLimitKopecks: 5000 }).where(eq(accounts.id, at.accountId))
  const { id } = await place(at)
  expect((await portal.db.select().from(orders).where(eq(orders.id, id)))[0]?.state).toBe(2)
})

test('[E.12] own transport wants an address and costs until the contract’s sum; a carrier its terminal', async () => {
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  const address = await addAddress(portal.db, world.organisationId)
  const consignee = await addConsignee(portal.db, world.organisationId)
  const at = await shop([{ price: 10_000, stock: [100] }], { freeDeliveryKopecks: 30_000 })
  await expect(place(at, { delivery_method: 1 })).rejects.toMatchObject({ status: 422, code: 'deliveryIncomplete', body: { fields: { address: expect.any(String) } } })
  const paid = await place(at, { delivery_method: 1, address, consignee })
  expect(paid.sum).toBe(1300)
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 3, contract: at.contract }, at.buyer)
  expect((await place(at, { delivery_method: 1, address }, `${key}-free`)).sum).toBe(300)

  const [company] = await portal.db.insert(deliveryCompanies).values({ name: 'Деловые линии' }).returning()
  const delivery_company = company?.id ?? 0
  const [toTerminal, toDoor] = await portal.db.insert(deliveryTypes).values([{ companyId: delivery_company, name: 'Терминал' }, { companyId: delivery_company, name: 'До двери', toTerminal: false }]).returning()
  const [terminal] = await portal.db.insert(deliveryTerminals).values({ companyId: delivery_company, city: 'Тула', address: 'Ленина, 1' }).returning()
  const init = await call(baskets.getBasketTableInit, {}, at.buyer)
  expect(init.delivery_companies).toMatchObject([{ id: delivery_company, types: [{ id: toTerminal?.id, selected: true }, { id: toDoor?.id, selected: false }], terminals: [{ city: 'Тула' }] }])

  const carried = await shop([{}])
  await expect(place(carried, { delivery_method: 2 })).rejects.toMatchObject({ body: { fields: { delivery_company: expect.any(String) } } })
  await expect(place(carried, { delivery_method: 2, delivery_company })).rejects.toMatchObject({ body: { fields: { terminal: expect.any(String) } } })
  await expect(place(carried, { delivery_method: 2, delivery_company, delivery_type: toDoor?.id })).rejects.toMatchObject({ body: { fields: { address: expect.any(String) } } })
  const { id } = await place(carried, { delivery_method: 2, delivery_company, terminal: terminal?.id })
  expect((await call(api.getOrder, { id }, carried.buyer)).order).toMatchObject({ delivery: 'Транспортная компания, Деловые линии', address: 'Тула, Ленина, 1' })
})

test('[C.10] the checkout offers methods with pickup chosen, days, addresses and consignees in force [N.5]', async () => {
  const at = await shop([])
  const expired = await addConsignee(portal.db, world.organisationId, { surname: 'Старов', attorneyValidTo: '2020-01-01' })
  const { delivery_methods, dates, addresses, consignees } = await call(baskets.getBasketTableInit, {}, at.buyer)
  expect(delivery_methods).toMatchObject([{ id: pickup, header: 'Самовывоз', price: 0, selected: true }, { id: 1, selected: false }, { id: 2, selected: false }])
  expect(dates.length).toBeGreaterThan(0)
  expect(addresses.length).toBeGreaterThan(0)
  expect(consignees.map(({ id }) => id)).not.toContain(expired)
  await expect(place(await shop([{}]), { consignee: expired })).rejects.toMatchObject({ code: 'deliveryIncomplete', body: { fields: { consignee: 'Срок доверенности истёк' } } })
})

test('[V.12] only an offered day is accepted', async () => {
  const at = await shop([{}])
  const { dates } = await call(baskets.getBasketTableInit, {}, at.buyer)
  const today = dayOf(new Date())
  for (const date of [formatDay(today), formatDay(addDays(today, 60)), formatDay(addDays(today, -1))]) {
    await expect(place(at, { date })).rejects.toMatchObject({ status: 422, code: 'deliveryDate' })
  }
  await expect(place(at, { date: '31.02.2027' })).rejects.toMatchObject({ status: 400 })
  const { id } = await place(at, { date: dates[0] })
  expect((await call(api.getOrder, { id }, at.buyer)).order.date).toBe(dates[0])
})

test('a prepaid order is to be paid within the contract’s working days', async () => {
  const { id } = await place(await shop([{}], { holdDays: 3 }))
  const [order] = await portal.db.select().from(orders).where(eq(orders.id, id))
  const calendar = new Map((await portal.db.select().from(calendarDays)).map(({ day, working }) => [day, working]))
  expect(order?.payUntil).toBe(addWorkingDays(dayOf(new Date()), 3, calendar))
})

test('[R.4] ids of others inside an order look like missing ones, and leave nothing behind', async () => {
  const stranger = await addOrganisation(portal.db, 'ООО «Чужой»')
  const foreign = {
    address: await addAddress(portal.db, stranger.organisationId),
    consignee: await addConsignee(portal.db, stranger.organisationId),
    contract: await addContract(portal.db, { ...stranger, priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: world.warehouseIds }),
  }
  const at = await shop([{}])
  const mine = await addAddress(portal.db, world.organisationId)
  for (const wish of [
    { delivery_method: 1, address: foreign.address }, { address: foreign.address }, { consignee: foreign.consignee }, { contract: foreign.contract },
    { delivery_method: 99 }, { delivery_method: 1, address: mine, delivery_company: 999_999 }, { delivery_method: 2, terminal: 999_999 },
  ]) {
    await expect(place(at, wish)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
  expect(await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))).toEqual([])
  expect(await portal.db.select().from(orderKeys).where(eq(orderKeys.accountId, at.accountId))).toEqual([])
  expect((await basketOf(at)).count.products).toBe(1)
})

test('an order that fails on its way leaves nothing', async () => {
  const at = await shop([{ stock: [10] }])
  await portal.pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$`)
  await portal.pool.query('create trigger fail before insert on order_keys for each row execute function fail()')
  await expect(place(at)).rejects.toMatchObject({ status: 500 })
  await portal.pool.query('drop trigger fail on order_keys')
  expect(await stockOf(at.ids[0])).toMatchObject({ reservedMilli: 0 })
  expect(await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))).toEqual([])
  expect((await basketOf(at)).count.products).toBe(1)
  await place(at)
})

test('[R.6] who may not order is refused: accountant, receiver, staff, guest', async () => {
  const wish = { contract: world.contractId, delivery_method: pickup }
  for (const accountId of [world.accountantId, world.receiverId, world.salesId]) {
    const visitor = await signedIn(portal, accountId)
    await expect(call(api.createOrder, wish, { ...visitor, key })).rejects.toMatchObject({ status: 403 })
  }
  await expect(call(api.createOrder, wish, { ...portal.visitor(), key })).rejects.toMatchObject({ status: 401 })
})

test('an order of any number of lines takes at most 12 statements', async () => {
  const many = await shop(Array.from({ length: 150 }, () => ({})), { payment: 'deferred', creditLimitKopecks: 1e9 })
  const one = await shop([{}])
  for (const at of [many, one]) {
    const { length } = await statementsOf(portal.pool, /order_keys/, () => place(at, {}, `${key}-${at.contract}`))
    expect(length).toBeGreaterThan(5)
    expect(length).toBeLessThanOrEqual(12)
  }
})
