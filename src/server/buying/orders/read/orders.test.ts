import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/orders.ts'
import * as staffApi from '#shared/api/staff/orders.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { contracts, organisations, personalManagers } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let staff: Visitor
let productIds: number[]

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, {
    products: [
      { articul: 'DX-100%', stock: [10_000] },
      { articul: 'ZZ-2', stock: [10_000] },
    ],
  })
  ;({ productIds } = world)
  owner = await signedIn(portal, world.ownerId)
  staff = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())

/** An order of two of the first good by the owner, set to a state directly in the database. */
async function order({
  state,
  by = owner,
  ...input
}: Partial<InputOf<typeof api.createOrder>> & { state?: number; by?: Visitor; id?: number } = {}): Promise<number> {
  const id = await orderProduct(by, { id: productIds[0] ?? 0, qnt: 2, contract: world.contractId, ...input })
  if (state !== undefined) await portal.db.update(orders).set({ state }).where(eq(orders.id, id))
  return id
}

test('[C.41] orders are listed ten a page [N.1], newest first, found by number, own number, article', async () => {
  const contract = await world.addContract()
  const ids = []
  for (let index = 0; index < 12; index += 1)
    ids.push(await order({ contract, client_number: `З-${index}`, id: productIds[index % 2] }))
  const list = (input: InputOf<typeof api.listOrders>) => call(api.listOrders, { contract, ...input }, owner)

  const first = await list({})
  expect(first.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
  expect(first).toMatchObject({ count: 12, contract, pagination: { page: 1, perpage: 10, pages: 2, total: 12 } })
  expect((await list({ page: 2 })).items).toHaveLength(2)
  const beyond = await list({ page: 99 })
  expect(beyond).toMatchObject({ pagination: { page: 2, pages: 2 } })
  expect(beyond.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(10))
  expect(await list({ query: 'нет такого', page: 3 })).toMatchObject({
    items: [],
    pagination: { page: 1, pages: 1, total: 0 },
  })
  expect((await list({ query: 'з-11' })).items.map(({ id }) => id)).toEqual([ids[11]])
  expect((await list({ query: first.items[3]?.numberOrder })).items).toHaveLength(1)
  await portal.db
    .update(orders)
    .set({ code1c: 'УТ00-004711' })
    .where(eq(orders.id, ids[5] ?? 0))
  expect((await list({ query: 'ут00-0047' })).items.map(({ id }) => id)).toEqual([ids[5]])
  expect((await list({ query: 'DX-100%' })).count).toBe(6)
  expect((await list({ query: '%' })).count).toBe(6)
  expect((await list({ query: '_' })).count).toBe(0)

  await portal.db
    .update(orders)
    .set({ state: 5 })
    .where(eq(orders.id, ids[0] ?? 0))
  expect((await list({ state: 5 })).items.map(({ id }) => id)).toEqual([ids[0]])
  expect((await list({ state: 8 })).items).toEqual([])
})

test('[E.5] a row has state, status, number, payment and allowed actions', async () => {
  const id = await order()
  const { items } = await call(api.listOrders, {}, owner)
  expect(items[0]).toMatchObject({
    id,
    state: 1,
    status: 'Новый',
    paid: 0,
    payment: 'Не оплачен',
    sum: 200,
    code1c: null,
    lines: 1,
    delivery: 'Самовывоз',
    may: { cancel: true, askToCancel: false },
  })
  const label = async (set: Partial<typeof orders.$inferInsert>) => {
    await portal.db.update(orders).set(set).where(eq(orders.id, id))
    return (await call(api.getOrder, { id }, owner)).order.payment
  }
  expect(await label({ paidKopecks: 5000 })).toBe('Частично')
  expect(await label({ payUntil: addDays(dayOf(new Date()), -3) })).toBe('Просрочен 3 дн.')
  expect(await label({ state: 4 }), 'nothing is due of what was cancelled').toBe('Частично')
  expect(await label({ paidKopecks: 20_000 })).toBe('Оплачен')
})

test('[N.2] the list covers the last 30 Moscow days by default; [V.1] an invalid period is refused', async () => {
  const old = await order()
  await portal.db
    .update(orders)
    .set({ createdAt: new Date('2026-02-28T21:30:00Z') })
    .where(eq(orders.id, old))
  const ids = async (input: InputOf<typeof api.listOrders>) =>
    (await call(api.listOrders, { perpage: 100, ...input }, owner)).items.map(({ id }) => id)
  expect(await ids({})).not.toContain(old)
  expect(await ids({ startDate: '01.03.2026', endDate: '02.03.2026' })).toEqual([old])
  expect(await ids({ startDate: '27.02.2026', endDate: '28.02.2026' })).toEqual([])
  expect(await ids({ dateselect: 'week', startDate: '01.03.2026', endDate: '02.03.2026' })).not.toContain(old)
  const today = formatDay(dayOf(new Date()))
  expect(await call(api.listOrders, {}, owner)).toMatchObject({
    startDate: formatDay(addDays(dayOf(new Date()), -30)),
    endDate: today,
  })
  await expect(call(api.listOrders, { startDate: today, endDate: today }, owner)).rejects.toMatchObject({
    status: 422,
    message: 'Ошибка во временных периодах: дата начала периода больше или равна дате конца периода',
  })
})

test('[R.4] orders of a foreign or not allotted contract are hidden in every call', async () => {
  const unallotted = await world.addContract()
  const id = await order({ contract: unallotted })
  const stranger = await addOrganisation(portal.db, 'ООО «Чужой»')
  const foreignContract = await world.addContract(stranger)
  const foreigner = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: stranger.organisationId }),
  )
  for (const visitor of [await signedIn(portal, world.managerId), foreigner]) {
    await expect(call(api.getOrder, { id }, visitor)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.cancelOrder, { id }, visitor)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.listOrders, { contract: unallotted }, visitor)).rejects.toMatchObject({ status: 404 })
    expect((await call(api.listOrders, {}, visitor)).items.map((item) => item.id)).not.toContain(id)
    await expect(call(staffApi.staffGetOrder, { id }, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(call(staffApi.staffSetState, { id, state: 5 }, visitor)).rejects.toMatchObject({ status: 403 })
  }
  await expect(call(api.listOrders, { contract: foreignContract }, owner)).rejects.toMatchObject({ status: 404 })
})

test('[R.6] a receiver sees orders without prices, an accountant with them; neither can cancel', async () => {
  const id = await order()
  const receiver = await signedIn(portal, world.receiverId)
  const { order: seen } = await call(api.getOrder, { id }, receiver)
  expect(seen).toMatchObject({
    sum: null,
    paid: null,
    delivery_price: null,
    products: [{ price: null, sum: null, qnt: 2 }],
  })
  expect((await call(api.listOrders, {}, receiver)).items[0]).toMatchObject({ sum: null, paid: null })
  const accountant = await signedIn(portal, world.accountantId)
  expect((await call(api.getOrder, { id }, accountant)).order.sum).toBe(200)
  for (const visitor of [receiver, accountant]) {
    await expect(call(api.cancelOrder, { id }, visitor)).rejects.toMatchObject({ status: 403 })
    const nothing = { cancel: false, askToCancel: false, change: false, approve: false }
    expect((await call(api.getOrder, { id }, visitor)).order.may).toEqual(nothing)
    expect((await call(api.listOrders, {}, visitor)).items[0]?.may).toEqual(nothing)
  }
})

test('[S.4] staff list waiting, open and all orders, with filters and attention', async () => {
  const buyer = await addOrganisation(portal.db, 'АО «СтройСнаб-Юг»')
  const contract = await world.addContract({ ...buyer, payment: 'deferred', creditLimitKopecks: 100_000 })
  const by = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: buyer.organisationId }),
  )
  const fresh = await order({ contract, by, comment: 'Позвоните' })
  const working = await order({ contract, by, state: 7 })
  const done = await order({ contract, by, state: 3 })
  const cancelRequested = await order({ contract, by, state: 10 })
  await call(api.cancelOrder, { id: cancelRequested }, by)
  await portal.db.update(contracts).set({ debtKopecks: 100_000 }).where(eq(contracts.id, contract))
  const list = async (input: InputOf<typeof staffApi.staffListOrders>) =>
    call(staffApi.staffListOrders, { query: 'стройснаб', perpage: 100, ...input }, staff)
  const ids = async (input: InputOf<typeof staffApi.staffListOrders>) => (await list(input)).items.map(({ id }) => id)

  expect(await ids({})).toEqual([cancelRequested, fresh])
  expect(await ids({ scope: 'working' })).toEqual([cancelRequested, working])
  expect(await ids({ scope: 'all' })).toEqual([cancelRequested, done, working, fresh])
  expect(await ids({ scope: 'all', state: 7 })).toEqual([working])
  expect(await ids({ scope: 'all', warehouse: world.warehouseIds[1] })).toEqual([])
  const { items, counts, warehouses } = await list({})
  expect(items[1]).toMatchObject({
    organisation: 'АО «СтройСнаб-Юг»',
    warehouses: ['Москва'],
    attention: 'лимит −600 · есть комментарий',
  })
  expect(items[0]?.attention).toBe('просят отменить · лимит −600')
  expect(counts.all).toBeGreaterThanOrEqual(4)
  expect(await list({ scope: 'all', page: 9, perpage: 3 })).toMatchObject({
    items: [{ id: fresh }],
    pagination: { page: 2, pages: 2 },
  })
  expect(warehouses.map(({ id }) => id)).toEqual(expect.arrayContaining(world.warehouseIds))
  const today = formatDay(dayOf(new Date()))
  expect(await ids({ scope: 'all', startDate: today, endDate: today })).toHaveLength(4)
})

test('a salesperson sees orders of their own customers and of those without a manager', async () => {
  const [card, other] = await portal.db
    .insert(personalManagers)
    .values([
      { name: 'Анна', phone: '1' },
      { name: 'Борис', phone: '2' },
    ])
    .returning()
  await portal.db.update(accounts).set({ personalManagerId: card?.id }).where(eq(accounts.id, world.salesId))
  const sales = await signedIn(portal, world.salesId)
  const id = await order()
  const customerOf = (personalManagerId: number | null | undefined) =>
    portal.db.update(organisations).set({ personalManagerId }).where(eq(organisations.id, world.organisationId))
  await customerOf(other?.id)
  await expect(call(staffApi.staffGetOrder, { id }, sales)).rejects.toMatchObject({ status: 404 })
  const reaches = await Promise.allSettled([
    call(staffApi.staffSetState, { id, state: 5 }, sales),
    call(staffApi.staffOrderDelivery, { id }, sales),
    call(staffApi.staffChangeDelivery, { id, version: 1, delivery_method: 1 }, sales),
    call(staffApi.staffChangeOrder, { id, version: 1, comment: 'Слово' }, sales),
    call(staffApi.staffShipOrder, { id, version: 1, lines: [{ line: 1, qnt: 1 }] }, sales),
    call(staffApi.staffDeclineCancellation, { id, comment: 'Нет' }, sales),
    call(staffApi.staffHandOver, { id }, sales),
  ])
  for (const reach of reaches) expect(reach).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  expect((await call(staffApi.staffListOrders, { scope: 'all' }, sales)).items.map((item) => item.id)).not.toContain(id)
  for (const mine of [card?.id, null]) {
    await customerOf(mine)
    expect((await call(staffApi.staffGetOrder, { id }, sales)).order.id).toBe(id)
  }
})
