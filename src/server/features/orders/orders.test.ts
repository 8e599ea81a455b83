import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/orders.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { accounts } from '#server/db/schema/access.ts'
import { stocks } from '#server/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { contracts, organisations, personalManagers } from '#server/db/schema/organisations.ts'
import { writeSetting } from '#server/settings.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { cancelExpired } from './change-state.ts'

let portal: TestApp
let world: World
let owner: Visitor
let staff: Visitor
let productIds: number[]

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ articul: 'DX-100%', stock: [10_000] }, { articul: 'ZZ-2', stock: [10_000] }] })
  ;({ productIds } = world)
  owner = await signedIn(portal, world.ownerId)
  staff = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())

let keys = 0
/** An order of the first good by the owner, brought to a state by force. */
async function order(wish: Partial<InputOf<typeof api.createOrder>> & { state?: number; by?: Visitor; id?: number } = {}): Promise<number> {
  const { state, by = owner, id = productIds[0] ?? 0, ...rest } = wish
  const contract = rest.contract ?? world.contractId
  keys += 1
  await call(baskets.processBasket, { id, qnt: 2, contract }, by)
  const placed = await call(api.createOrder, { delivery_method: 3, contract, ...rest }, { ...by, key: `order-${keys}` })
  if (state !== undefined) await portal.db.update(orders).set({ state }).where(eq(orders.id, placed.id))
  return placed.id
}

async function rowOf(orderId: number) {
  const [row] = await portal.db.select().from(orders).where(eq(orders.id, orderId))
  const lines = await portal.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  return { ...row, lines }
}

async function invariant(): Promise<void> {
  const { rows } = await portal.pool.query(`
    select 1 from stocks s full join (select product_id, warehouse_id, sum(reserved_milli) as sum from order_lines group by 1, 2) l
      on l.product_id = s.product_id and l.warehouse_id = s.warehouse_id where coalesce(s.reserved_milli, 0) <> coalesce(l.sum, 0)`)
  expect(rows).toEqual([])
}

test('[T.1] cancelling returns the new state and status, and the goods', async () => {
  const id = await order()
  expect(await call(api.cancelOrder, { id, comment: 'передумали' }, owner)).toEqual({ state: 4, status: 'Отменён', requested: false })
  expect(await rowOf(id)).toMatchObject({ state: 4, version: 2, lines: [{ reservedMilli: 0 }] })
  await invariant()
  expect(await call(api.cancelOrder, { id }, owner)).toMatchObject({ state: 4 })
  expect(await rowOf(id)).toMatchObject({ version: 2 })
  const { order: seen } = await call(api.getOrder, { id }, owner)
  expect(seen.history).toMatchObject([{ state: 1 }, { state: 4, status: 'Отменён', author: 'Имя owner', comment: 'передумали' }])
})

test('the buyer cancels in 1, 2, 5, 6, 7, asks in 10 and 8, and never later', async () => {
  for (const state of [1, 2, 5, 6, 7]) {
    expect(await call(api.cancelOrder, { id: await order({ state }) }, owner)).toMatchObject({ state: 4, requested: false })
  }
  for (const state of [10, 8]) {
    const id = await order({ state })
    expect(await call(api.cancelOrder, { id }, owner)).toMatchObject({ state, requested: true })
    expect(await call(api.cancelOrder, { id }, owner)).toMatchObject({ state, requested: true })
    expect(await rowOf(id)).toMatchObject({ state, cancelRequested: true, version: 2, lines: [{ reservedMilli: 2000 }] })
    expect((await call(api.getOrder, { id }, owner)).order).toMatchObject({ cancel_requested: true, may: { cancel: false, askToCancel: false } })
    expect((await call(api.staffGetOrder, { id }, staff)).order.attention).toBe('просят отменить')
  }
  for (const state of [9, 11, 3]) {
    await expect(call(api.cancelOrder, { id: await order({ state }) }, owner)).rejects.toMatchObject({ status: 422, code: 'notCancellable' })
  }
  await invariant()
})

test('cancelled twice at once, the goods come back once', async () => {
  const id = await order()
  await Promise.all([1, 2, 3].map(() => call(api.cancelOrder, { id }, owner)))
  expect(await rowOf(id)).toMatchObject({ state: 4, version: 2 })
  await invariant()
})

test('a cancel waits for an exchange that ends the same reservation, and gives nothing back twice', async () => {
  const id = await order()
  const exchange = await portal.pool.connect()
  await exchange.query('begin')
  await exchange.query('select from stocks where product_id = $1 for update', [productIds[0]])
  const cancelling = call(api.cancelOrder, { id }, owner)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await exchange.query('update order_lines set reserved_milli = 0 where order_id = $1', [id])
  await exchange.query('update stocks set reserved_milli = reserved_milli - 2000 where product_id = $1', [productIds[0]])
  await exchange.query('commit')
  exchange.release()
  expect(await cancelling).toMatchObject({ state: 4 })
  await invariant()
})

test('staff move an order along the table, with author and version; anything else is refused', async () => {
  const id = await order()
  const { order: seen } = await call(api.staffGetOrder, { id }, staff)
  expect(seen.next.map(({ state }) => state)).toEqual([2, 5, 4])
  expect(seen).toMatchObject({ organisation: 'ООО «Вектор»', payment_terms: 'Предоплата 100 %', stocks: [{ id: productIds[0], wms: world.warehouseIds[0] }] })
  expect(await call(api.staffSetState, { id, state: 5, from: 1, comment: 'Приняли' }, staff)).toEqual({ state: 5, status: 'Принят' })
  await expect(call(api.staffSetState, { id, state: 10, from: 1 }, staff)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  await expect(call(api.staffSetState, { id, state: 3 }, staff)).rejects.toMatchObject({ status: 422, code: 'stateChange' })
  await expect(call(api.staffSetState, { id, state: 99 }, staff)).rejects.toMatchObject({ status: 422, code: 'stateChange' })
  expect(await call(api.staffSetState, { id, state: 5, from: 1 }, staff)).toMatchObject({ state: 5 })
  expect(await rowOf(id)).toMatchObject({ state: 5, version: 2 })
  expect((await call(api.getOrder, { id }, owner)).order.history.at(-1)).toMatchObject({ status: 'Принят', author: 'Имя admin', comment: 'Приняли' })
})

test('cancelling by staff ends the reservation; shipping ends it where 1C’s figures mean on hand', async () => {
  const toCancel = await order({ state: 10 })
  await call(api.cancelOrder, { id: toCancel }, owner)
  await call(api.staffSetState, { id: toCancel, state: 4 }, staff)
  expect(await rowOf(toCancel)).toMatchObject({ state: 4, cancelRequested: false, lines: [{ reservedMilli: 0 }] })

  const free = await order({ state: 10 })
  await call(api.staffSetState, { id: free, state: 11 }, staff)
  expect(await rowOf(free)).toMatchObject({ lines: [{ reservedMilli: 2000, shippedMilli: 2000 }] })

  await writeSetting(portal.db, 'stock.meaning', 'onHand')
  const onHand = await order({ state: 8 })
  await call(api.staffSetState, { id: onHand, state: 3 }, staff)
  expect(await rowOf(onHand)).toMatchObject({ lines: [{ reservedMilli: 0, shippedMilli: 2000 }] })
  await writeSetting(portal.db, 'stock.meaning', 'free')
  await invariant()
})

test('[C.41] the list pages by ten [N.1], newest first, and finds by number, own number and article', async () => {
  const { organisationId, contragentId, warehouseIds, priceTypeIds } = world
  const contract = await addContract(portal.db, { organisationId, contragentId, warehouseIds, priceTypeId: priceTypeIds[0] ?? 0 })
  const ids = []
  for (let index = 0; index < 12; index += 1) ids.push(await order({ contract, client_number: `З-${index}`, id: productIds[index % 2] }))
  const list = (input: InputOf<typeof api.listOrders>) => call(api.listOrders, { contract, ...input }, owner)

  const first = await list({})
  expect(first.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
  expect(first).toMatchObject({ count: 12, contract, pagination: { page: 1, perpage: 10, pages: 2, total: 12 } })
  expect((await list({ page: 2 })).items).toHaveLength(2)
  const beyond = await list({ page: 99 })
  expect(beyond).toMatchObject({ pagination: { page: 2, pages: 2 } })
  expect(beyond.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(10))
  expect(await list({ query: 'нет такого', page: 3 })).toMatchObject({ items: [], pagination: { page: 1, pages: 1, total: 0 } })
  expect((await list({ query: 'з-11' })).items.map(({ id }) => id)).toEqual([ids[11]])
  expect((await list({ query: first.items[3]?.numberOrder })).items).toHaveLength(1)
  await portal.db.update(orders).set({ code1c: 'УТ00-004711' }).where(eq(orders.id, ids[5] ?? 0))
  expect((await list({ query: 'ут00-0047' })).items.map(({ id }) => id)).toEqual([ids[5]])
  expect((await list({ query: 'DX-100%' })).count).toBe(6)
  expect((await list({ query: '%' })).count).toBe(6)
  expect((await list({ query: '_' })).count).toBe(0)

  await portal.db.update(orders).set({ state: 5 }).where(eq(orders.id, ids[0] ?? 0))
  expect((await list({ state: 5 })).items.map(({ id }) => id)).toEqual([ids[0]])
  expect((await list({ state: 8 })).items).toEqual([])
})

test('[E.5] a row tells state, status, number, payment and what may be done', async () => {
  const id = await order()
  const { items } = await call(api.listOrders, {}, owner)
  expect(items[0]).toMatchObject({ id, state: 1, status: 'Новый', paid: 0, payment: 'Не оплачен', sum: 200, code1c: null, lines: 1, delivery: 'Самовывоз', may: { cancel: true, askToCancel: false } })
  const label = async (set: Partial<typeof orders.$inferInsert>) => {
    await portal.db.update(orders).set(set).where(eq(orders.id, id))
    return (await call(api.getOrder, { id }, owner)).order.payment
  }
  expect(await label({ paidKopecks: 5000 })).toBe('Частично')
  expect(await label({ payUntil: addDays(dayOf(new Date()), -3) })).toBe('Просрочен 3 дн.')
  expect(await label({ paidKopecks: 20_000 })).toBe('Оплачен')
})

test('[N.2] the last 30 days show by default, days are Moscow’s; [V.1] a bad period is refused', async () => {
  const old = await order()
  await portal.db.update(orders).set({ createdAt: new Date('2026-02-28T21:30:00Z') }).where(eq(orders.id, old))
  const ids = async (input: InputOf<typeof api.listOrders>) => (await call(api.listOrders, { perpage: 100, ...input }, owner)).items.map(({ id }) => id)
  expect(await ids({})).not.toContain(old)
  expect(await ids({ startDate: '01.03.2026', endDate: '02.03.2026' })).toEqual([old])
  expect(await ids({ startDate: '27.02.2026', endDate: '28.02.2026' })).toEqual([])
  expect(await ids({ dateselect: 'week', startDate: '01.03.2026', endDate: '02.03.2026' })).not.toContain(old)
  const today = formatDay(dayOf(new Date()))
  expect(await call(api.listOrders, {}, owner)).toMatchObject({ startDate: formatDay(addDays(dayOf(new Date()), -30)), endDate: today })
  await expect(call(api.listOrders, { startDate: today, endDate: today }, owner)).rejects.toMatchObject({
    status: 422,
    message: 'Ошибка во временных периодах: дата начала периода больше или равна дате конца периода',
  })
})

test('[R.4] orders of a contract that is foreign or not allotted are missing everywhere', async () => {
  const { organisationId, contragentId, warehouseIds, priceTypeIds } = world
  const priceTypeId = priceTypeIds[0] ?? 0
  const unallotted = await addContract(portal.db, { organisationId, contragentId, warehouseIds, priceTypeId })
  const id = await order({ contract: unallotted })
  const stranger = await addOrganisation(portal.db, 'ООО «Чужой»')
  const foreignContract = await addContract(portal.db, { ...stranger, warehouseIds, priceTypeId })
  const foreigner = await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId: stranger.organisationId }))
  for (const visitor of [await signedIn(portal, world.managerId), foreigner]) {
    await expect(call(api.getOrder, { id }, visitor)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.cancelOrder, { id }, visitor)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.listOrders, { contract: unallotted }, visitor)).rejects.toMatchObject({ status: 404 })
    expect((await call(api.listOrders, {}, visitor)).items.map((item) => item.id)).not.toContain(id)
    await expect(call(api.staffGetOrder, { id }, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(call(api.staffSetState, { id, state: 5 }, visitor)).rejects.toMatchObject({ status: 403 })
  }
  await expect(call(api.listOrders, { contract: foreignContract }, owner)).rejects.toMatchObject({ status: 404 })
})

test('[R.6] a receiver sees orders without any price, an accountant with them; neither cancels', async () => {
  const id = await order()
  const receiver = await signedIn(portal, world.receiverId)
  const { order: seen } = await call(api.getOrder, { id }, receiver)
  expect(seen).toMatchObject({ sum: null, paid: null, delivery_price: null, products: [{ price: null, sum: null, qnt: 2 }] })
  expect((await call(api.listOrders, {}, receiver)).items[0]).toMatchObject({ sum: null, paid: null })
  const accountant = await signedIn(portal, world.accountantId)
  expect((await call(api.getOrder, { id }, accountant)).order.sum).toBe(200)
  for (const visitor of [receiver, accountant]) {
    await expect(call(api.cancelOrder, { id }, visitor)).rejects.toMatchObject({ status: 403 })
    const nothing = { cancel: false, askToCancel: false }
    expect((await call(api.getOrder, { id }, visitor)).order.may).toEqual(nothing)
    expect((await call(api.listOrders, {}, visitor)).items[0]?.may).toEqual(nothing)
  }
})

test('[S.4] staff list what waits, what is under way and everything, with filters and attention', async () => {
  const buyer = await addOrganisation(portal.db, 'АО «СтройСнаб-Юг»')
  const contract = await addContract(portal.db, {
    ...buyer, priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: world.warehouseIds, payment: 'deferred', creditLimitKopecks: 100_000,
  })
  const by = await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId: buyer.organisationId }))
  const fresh = await order({ contract, by, comment: 'Позвоните' })
  const working = await order({ contract, by, state: 7 })
  const done = await order({ contract, by, state: 3 })
  const asked = await order({ contract, by, state: 10 })
  await call(api.cancelOrder, { id: asked }, by)
  await portal.db.update(contracts).set({ debtKopecks: 100_000 }).where(eq(contracts.id, contract))
  const list = async (input: InputOf<typeof api.staffListOrders>) => call(api.staffListOrders, { query: 'стройснаб', perpage: 100, ...input }, staff)
  const ids = async (input: InputOf<typeof api.staffListOrders>) => (await list(input)).items.map(({ id }) => id)

  expect(await ids({})).toEqual([asked, fresh])
  expect(await ids({ scope: 'working' })).toEqual([asked, working])
  expect(await ids({ scope: 'all' })).toEqual([asked, done, working, fresh])
  expect(await ids({ scope: 'all', state: 7 })).toEqual([working])
  expect(await ids({ scope: 'all', warehouse: world.warehouseIds[1] })).toEqual([])
  const { items, counts, warehouses } = await list({})
  expect(items[1]).toMatchObject({ organisation: 'АО «СтройСнаб-Юг»', warehouses: ['Москва'], attention: 'лимит −600 · есть комментарий' })
  expect(items[0]?.attention).toBe('просят отменить · лимит −600')
  expect(counts.all).toBeGreaterThanOrEqual(4)
  expect(await list({ scope: 'all', page: 9, perpage: 3 })).toMatchObject({ items: [{ id: fresh }], pagination: { page: 2, pages: 2 } })
  expect(warehouses.map(({ id }) => id)).toEqual(expect.arrayContaining(world.warehouseIds))
  const today = formatDay(dayOf(new Date()))
  expect(await ids({ scope: 'all', startDate: today, endDate: today })).toHaveLength(4)
})

test('a sales person sees their own customers and those of nobody', async () => {
  const [card, other] = await portal.db.insert(personalManagers).values([{ name: 'Анна', phone: '1' }, { name: 'Борис', phone: '2' }]).returning()
  await portal.db.update(accounts).set({ personalManagerId: card?.id }).where(eq(accounts.id, world.salesId))
  const sales = await signedIn(portal, world.salesId)
  const id = await order()
  const customerOf = (personalManagerId: number | null | undefined) =>
    portal.db.update(organisations).set({ personalManagerId }).where(eq(organisations.id, world.organisationId))
  await customerOf(other?.id)
  await expect(call(api.staffGetOrder, { id }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.staffSetState, { id, state: 5 }, sales)).rejects.toMatchObject({ status: 404 })
  expect((await call(api.staffListOrders, { scope: 'all' }, sales)).items.map((item) => item.id)).not.toContain(id)
  for (const mine of [card?.id, null]) {
    await customerOf(mine)
    expect((await call(api.staffGetOrder, { id }, sales)).order.id).toBe(id)
  }
})

test('unpaid prepaid orders are cancelled once their days are over, paid and picked ones are not', async () => {
  const over = addDays(dayOf(new Date()), -1)
  const unpaid = await order()
  const paid = await order()
  const picked = await order({ state: 10 })
  const due = await order()
  for (const id of [unpaid, paid, picked]) await portal.db.update(orders).set({ payUntil: over }).where(eq(orders.id, id))
  await portal.db.update(orders).set({ paidKopecks: 100 }).where(eq(orders.id, paid))
  expect(await cancelExpired(portal, { now: new Date() })).toBe(1)
  expect(await cancelExpired(portal, { now: new Date() })).toBe(0)
  expect((await rowOf(unpaid)).lines).toMatchObject([{ reservedMilli: 0 }])
  expect(await Promise.all([unpaid, paid, picked, due].map(async (id) => (await rowOf(id)).state))).toEqual([4, 1, 10, 1])
  expect((await call(api.getOrder, { id: unpaid }, owner)).order.history.at(-1)).toMatchObject({ author: 'Портал', state: 4 })
  await invariant()
  expect((await portal.db.select().from(stocks)).every(({ reservedMilli }) => reservedMilli >= 0)).toBe(true)
})
