import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '#shared/api/notifications.ts'
import * as api from '#shared/api/orders.ts'
import * as staffApi from '#shared/api/staff/orders.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { catalogueChanges, stocks } from '#server/platform/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'
import { cancelExpired } from './change-state.ts'

let portal: TestApp
let world: World
let owner: Visitor
let staff: Visitor
let productIds: number[]

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ stock: [10_000] }] })
  ;({ productIds } = world)
  owner = await signedIn(portal, world.ownerId)
  staff = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())

/** An order of two of the first good by the owner, set to a state directly in the database. */
async function order({ state }: { state?: number } = {}): Promise<number> {
  const id = await orderProduct(owner, { id: productIds[0] ?? 0, qnt: 2, contract: world.contractId })
  if (state !== undefined) await portal.db.update(orders).set({ state }).where(eq(orders.id, id))
  return id
}

async function rowOf(orderId: number) {
  const [row] = await portal.db.select().from(orders).where(eq(orders.id, orderId))
  const lines = await portal.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  return { ...row, lines }
}

test('[T.1] cancelling answers the new state and status, and releases the goods', async () => {
  const id = await order()
  expect(await call(api.cancelOrder, { id, comment: 'передумали' }, owner)).toEqual({
    state: 4,
    status: 'Отменён',
    requested: false,
  })
  expect(await rowOf(id)).toMatchObject({ state: 4, version: 2, lines: [{ reservedMilli: 0 }] })
  expect(await brokenReservations(portal.db)).toEqual([])
  expect(await call(api.cancelOrder, { id }, owner)).toMatchObject({ state: 4 })
  expect(await rowOf(id)).toMatchObject({ version: 2 })
  const { order: seen } = await call(api.getOrder, { id }, owner)
  expect(seen.history).toMatchObject([
    { state: 1 },
    { state: 4, status: 'Отменён', author: 'Имя owner', comment: 'передумали' },
  ])
})

test('the buyer can cancel in states 1, 2, 5, 6, 7, request it in 10 and 8, and not later', async () => {
  for (const state of [1, 2, 5, 6, 7]) {
    expect(await call(api.cancelOrder, { id: await order({ state }) }, owner)).toMatchObject({
      state: 4,
      requested: false,
    })
  }
  for (const state of [10, 8]) {
    const id = await order({ state })
    expect(await call(api.cancelOrder, { id }, owner)).toMatchObject({ state, requested: true })
    expect(await call(api.cancelOrder, { id }, owner)).toMatchObject({ state, requested: true })
    expect(await rowOf(id)).toMatchObject({
      state,
      cancelRequested: true,
      version: 2,
      lines: [{ reservedMilli: 2000 }],
    })
    expect((await call(api.getOrder, { id }, owner)).order).toMatchObject({
      cancel_requested: true,
      may: { cancel: false, askToCancel: false },
    })
    expect((await call(staffApi.staffGetOrder, { id }, staff)).order.attention).toBe('просят отменить')
  }
  for (const state of [9, 11, 3]) {
    await expect(call(api.cancelOrder, { id: await order({ state }) }, owner)).rejects.toMatchObject({
      status: 422,
      code: 'notCancellable',
    })
  }
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('concurrent cancellations release the goods once', async () => {
  const id = await order()
  await Promise.all([1, 2, 3].map(() => call(api.cancelOrder, { id }, owner)))
  expect(await rowOf(id)).toMatchObject({ state: 4, version: 2 })
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('a cancellation waits for an import that ends the same reservation, and stock is released once', async () => {
  const id = await order()
  const exchange = await portal.pool.connect()
  await exchange.query('begin')
  await exchange.query('select from stocks where product_id = $1 for update', [productIds[0]])
  const cancelling = call(api.cancelOrder, { id }, owner)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await exchange.query('update order_lines set reserved_milli = 0 where order_id = $1', [id])
  await exchange.query('update stocks set reserved_milli = reserved_milli - 2000 where product_id = $1', [
    productIds[0],
  ])
  await exchange.query('commit')
  exchange.release()
  expect(await cancelling).toMatchObject({ state: 4 })
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('staff change states by the transition table, with author and version; others are refused', async () => {
  const id = await order()
  const { order: seen } = await call(staffApi.staffGetOrder, { id }, staff)
  expect(seen.next.map(({ state }) => state)).toEqual([2, 5, 4])
  expect(seen).toMatchObject({
    organisation: 'ООО «Вектор»',
    payment_terms: 'Предоплата 100 %',
    stocks: [{ id: productIds[0], wms: world.warehouseIds[0] }],
  })
  expect(await call(staffApi.staffSetState, { id, state: 5, from: 1, comment: 'Приняли' }, staff)).toEqual({
    state: 5,
    status: 'Принят',
  })
  await expect(call(staffApi.staffSetState, { id, state: 10, from: 1 }, staff)).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
  })
  await expect(call(staffApi.staffSetState, { id, state: 3 }, staff)).rejects.toMatchObject({
    status: 422,
    code: 'stateChange',
  })
  await expect(call(staffApi.staffSetState, { id, state: 99 }, staff)).rejects.toMatchObject({
    status: 422,
    code: 'stateChange',
  })
  expect(await call(staffApi.staffSetState, { id, state: 5, from: 1 }, staff)).toMatchObject({ state: 5 })
  expect(await rowOf(id)).toMatchObject({ state: 5, version: 2 })
  expect((await call(api.getOrder, { id }, owner)).order.history.at(-1)).toMatchObject({
    status: 'Принят',
    author: 'Имя admin',
    comment: 'Приняли',
  })
})

test('cancelling by staff ends the reservation; shipping does so where 1C sends on-hand figures', async () => {
  const toCancel = await order({ state: 10 })
  await call(api.cancelOrder, { id: toCancel }, owner)
  await call(staffApi.staffSetState, { id: toCancel, state: 4 }, staff)
  expect(await rowOf(toCancel)).toMatchObject({ state: 4, cancelRequested: false, lines: [{ reservedMilli: 0 }] })

  const free = await order({ state: 10 })
  await call(staffApi.staffSetState, { id: free, state: 11 }, staff)
  expect(await rowOf(free)).toMatchObject({ lines: [{ reservedMilli: 2000, shippedMilli: 2000 }] })

  await writeSetting(portal.db, 'stock.meaning', 'onHand')
  const onHand = await order({ state: 8 })
  await call(staffApi.staffSetState, { id: onHand, state: 3 }, staff)
  expect(await rowOf(onHand)).toMatchObject({ lines: [{ reservedMilli: 0, shippedMilli: 2000 }] })
  await writeSetting(portal.db, 'stock.meaning', 'free')
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('every reservation and release is recorded as a catalogue change', async () => {
  const [cancelled, lowered, shipped] = [await order(), await order(), await order({ state: 10 })]
  const readNotices = () =>
    portal.db.$count(
      catalogueChanges,
      and(eq(catalogueChanges.kind, 'stock'), eq(catalogueChanges.productId, productIds[0] ?? 0)),
    )
  const noticeOf = async (doing: () => Promise<unknown>) => {
    const before = await readNotices()
    await doing()
    return (await readNotices()) - before
  }
  expect(await noticeOf(() => order()), 'ordered').toBe(1)
  expect(await noticeOf(() => call(api.cancelOrder, { id: cancelled }, owner)), 'cancelled').toBe(1)
  expect(
    await noticeOf(() => call(api.changeOrder, { id: lowered, version: 1, lines: [{ line: 1, qnt: 1 }] }, owner)),
    'lowered',
  ).toBe(1)
  await writeSetting(portal.db, 'stock.meaning', 'onHand')
  expect(
    await noticeOf(() =>
      call(staffApi.staffShipOrder, { id: shipped, version: 1, lines: [{ line: 1, qnt: 1 }] }, staff),
    ),
    'shipped',
  ).toBe(1)
  await writeSetting(portal.db, 'stock.meaning', 'free')
})

test('a deferred payment’s due day is set once, at shipping; prepaid orders keep theirs', async () => {
  const deferred = await world.addContract({ payment: 'deferred', deferralDays: 14 })
  const due = async (contract: number) => {
    const id = await orderProduct(owner, { id: productIds[0] ?? 0, qnt: 1, contract })
    const { payUntil: before } = await rowOf(id)
    for (const state of [5, 10, 11, 3]) await call(staffApi.staffSetState, { id, state }, staff)
    return { before, after: (await rowOf(id)).payUntil }
  }
  expect(await due(deferred)).toEqual({ before: null, after: addDays(dayOf(new Date()), 14) })
  const settled = await orderProduct(owner, { id: productIds[0] ?? 0, qnt: 1, contract: deferred })
  await portal.db.update(orders).set({ state: 10, payUntil: '2026-12-31' }).where(eq(orders.id, settled))
  await call(staffApi.staffSetState, { id: settled, state: 11 }, staff)
  expect((await rowOf(settled)).payUntil, 'a due day already set').toBe('2026-12-31')
  const prepaid = await due(world.contractId)
  expect(prepaid.after).toBe(prepaid.before)
})

test('unpaid prepaid orders are cancelled after their due day; paid ones and those being picked are not', async () => {
  const over = addDays(dayOf(new Date()), -1)
  const unpaid = await order()
  const paid = await order()
  const picked = await order({ state: 10 })
  const due = await order()
  const deferred = await orderProduct(owner, {
    id: productIds[0] ?? 0,
    qnt: 1,
    contract: await world.addContract({ payment: 'deferred' }),
  })
  for (const id of [unpaid, paid, picked, deferred])
    await portal.db.update(orders).set({ payUntil: over }).where(eq(orders.id, id))
  await portal.db.update(orders).set({ paidKopecks: 100 }).where(eq(orders.id, paid))
  // Its last day has not ended.
  await portal.db
    .update(orders)
    .set({ payUntil: dayOf(new Date()) })
    .where(eq(orders.id, due))
  expect(await cancelExpired(portal, { now: new Date() })).toBe(1)
  expect(await cancelExpired(portal, { now: new Date() })).toBe(0)
  expect((await rowOf(unpaid)).lines).toMatchObject([{ reservedMilli: 0 }])
  expect(await Promise.all([unpaid, paid, picked, due, deferred].map(async (id) => (await rowOf(id)).state))).toEqual([
    4, 1, 10, 1, 1,
  ])
  expect((await call(api.getOrder, { id: unpaid }, owner)).order.history.at(-1)).toMatchObject({
    author: 'Портал',
    state: 4,
  })
  const notices = await call(notifications, {}, owner)
  expect(notices.items.filter(({ link }) => link === `/orders/${unpaid}`)).toMatchObject([
    { kind: 'order', text: expect.stringContaining('Оплата не поступила в срок, резерв снят') },
  ])
  expect(await brokenReservations(portal.db)).toEqual([])
  expect((await portal.db.select().from(stocks)).every(({ reservedMilli }) => reservedMilli >= 0)).toBe(true)
})

test('staff export an order again without notifying the buyer; one that is not exported is refused', async () => {
  const id = await order()
  const handover = async () => (await call(staffApi.staffGetOrder, { id }, staff)).order.handover.state
  expect(await handover()).toBe('waiting')
  await call(staffApi.staffHandOver, { id }, staff)
  expect(await rowOf(id)).toMatchObject({ version: 1 })
  await portal.db.update(orders).set({ confirmedVersion: 1, confirmedAt: new Date() }).where(eq(orders.id, id))
  expect(await handover()).toBe('confirmed')
  const countNotices = async () => (await call(notifications, {}, owner)).items.length
  const before = await countNotices()
  await Promise.all([1, 2].map(() => call(staffApi.staffHandOver, { id }, staff)))
  expect([await handover(), await countNotices()]).toEqual(['waiting', before])
  // Requested twice, it is exported once.
  expect(await rowOf(id)).toMatchObject({ version: 2, revision: 1 })
  await portal.db.update(orders).set({ state: 3, confirmedVersion: 2 }).where(eq(orders.id, id))
  await expect(call(staffApi.staffHandOver, { id }, staff)).rejects.toMatchObject({ code: 'notHandedOver' })
  // Closed after 1C has confirmed it: nothing is due any more.
  await portal.db.update(orders).set({ version: 3 }).where(eq(orders.id, id))
  expect(await handover()).toBe('none')
  await expect(call(staffApi.staffHandOver, { id }, staff)).rejects.toMatchObject({ code: 'notHandedOver' })
  await expect(call(staffApi.staffHandOver, { id: await order({ state: 2 }) }, staff)).rejects.toMatchObject({
    status: 422,
    code: 'notHandedOver',
  })
  await expect(call(staffApi.staffHandOver, { id }, owner)).rejects.toMatchObject({ status: 403 })
})

test('a cancellation request notifies the customer’s staff once', async () => {
  const id = await order({ state: 10 })
  await Promise.all([1, 2].map(() => call(api.cancelOrder, { id, comment: 'передумали' }, owner)))
  const requestNotices = async () =>
    (await call(notifications, {}, staff)).items.filter(({ link }) => link === `/admin/orders/${id}`)
  expect(await requestNotices()).toMatchObject([
    { kind: 'order', title: expect.stringMatching(/: просят отменить$/), text: 'Имя owner: передумали', read: false },
  ])
})
