import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/approvals.ts'
import { processBasket } from '#shared/api/basket.ts'
import * as notificationsApi from '#shared/api/notifications.ts'
import { cancelOrder, changeOrder, createOrder, getOrder } from '#shared/api/orders.ts'
import { staffGetOrder, staffListOrders, staffSetState } from '#shared/api/staff/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { addWorkingDays, dayOf } from '#shared/rules/dates.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'
import { deliveryMethods } from '#server/platform/db/schema/delivery.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { calendarDays, orders } from '#server/platform/db/schema/orders.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { recordHandover } from '#server/doors/exchange/orders/queries-out.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import {
  addAccount,
  addAddress,
  addContract,
  addOrganisation,
  createWorld,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { countStatements } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'
import { cancelExpired } from './change-state.ts'

let portal: TestApp
let world: World
let owner: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ stock: [100_000] }] })
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

type Limits = { order_limit?: number | null; period_limit?: number | null; period?: 'day' | 'week' | 'month' }

/** An employee under these limits, set by the owner. */
async function employee(limits: Limits, contractIds = [world.contractId]) {
  const id = await addAccount(portal.db, {
    role: 'manager',
    name: 'Павел Громов',
    organisationId: world.organisationId,
    contractIds,
  })
  const set = { account: id, order_limit: null, period_limit: null, period: 'month' as const, ...limits }
  expect((await call(api.setLimits, set, owner)).employee).toMatchObject({
    id,
    order_limit: set.order_limit,
    period_limit: set.period_limit,
    period: set.period,
    spent: 0,
  })
  return { id, visitor: await signedIn(portal, id) }
}

const order = (visitor: Visitor, qnt: number) =>
  orderProduct(visitor, { id: world.productIds[0] ?? 0, qnt, contract: world.contractId })
const look = async (id: number, visitor = owner) => (await call(getOrder, { id }, visitor)).order
const stateOf = async (id: number) => (await look(id)).state
const waitingIds = async () => (await call(api.approvals, {}, owner)).orders.map(({ id }) => id)

test('an order above the limit reserves and waits; once approved it is exported and its term starts', async () => {
  const exchangeAccountId = await addAccount(portal.db, { role: 'exchange' })
  const { visitor } = await employee({ order_limit: 500 })
  const within = await order(visitor, 5)
  const above = await order(visitor, 6)
  expect([await stateOf(within), await stateOf(above)]).toEqual([1, 2])
  const { orders: waiting } = await call(api.approvals, {}, owner)
  expect(waiting).toMatchObject([
    {
      id: above,
      sum: 600,
      account: 'Павел Громов',
      reason: 'Сумма выше лимита сотрудника на заказ: нужно согласование',
      may: { approve: true, change: true },
    },
  ])
  expect((await look(above, visitor)).may).toMatchObject({ approve: false, cancel: true })
  expect((await call(notificationsApi.notifications, {}, owner)).items[0]).toMatchObject({
    title: `Заказ ${waiting[0]?.numberOrder} ждёт согласования`,
    link: `/orders/${above}`,
  })
  expect(await recordHandover(portal.db, { exchangeAccountId })).not.toContain(above)
  expect(await brokenReservations(portal.db)).toEqual([])

  await portal.db.update(orders).set({ payUntil: '2026-01-01' }).where(eq(orders.id, above))
  const today = dayOf(new Date())
  const calendar = new Map((await portal.db.select().from(calendarDays)).map(({ day, working }) => [day, working]))
  const holiday = addWorkingDays(today, 1, calendar)
  await portal.db
    .insert(calendarDays)
    .values({ day: holiday, working: false })
    .onConflictDoUpdate({ target: calendarDays.day, set: { working: false } })
  for (const again of [1, 2])
    expect(await call(api.approveOrder, { id: above, comment: 'Берём' }, owner), `${again}`).toEqual({
      state: 1,
      status: 'Новый',
    })
  expect((await look(above)).history.map(({ state, comment }) => [state, comment])).toEqual([
    [2, expect.any(String)],
    [1, 'Согласовано: Берём'],
  ])
  const [row] = await portal.db.select().from(orders).where(eq(orders.id, above))
  expect(row).toMatchObject({ approval: 'approved', payUntil: addWorkingDays(today, 4, calendar) })
  await portal.db.delete(calendarDays).where(eq(calendarDays.day, holiday))
  expect(await recordHandover(portal.db, { exchangeAccountId })).toContain(above)
  expect((await call(notificationsApi.notifications, {}, visitor)).items[0]).toMatchObject({
    title: `Заказ ${waiting[0]?.numberOrder} согласован`,
  })
  expect(await waitingIds()).not.toContain(above)
})

test('an order refused by the owner is cancelled with the reason and stock freed; the employee is told', async () => {
  const { visitor } = await employee({ order_limit: 100 })
  const id = await order(visitor, 2)
  await expect(call(api.refuseOrder, { id, reason: '  ' }, owner)).rejects.toMatchObject({ status: 400 })
  for (const again of [1, 2])
    expect(await call(api.refuseOrder, { id, reason: 'Нет бюджета' }, owner), `${again}`).toEqual({
      state: 4,
      status: 'Отменён',
    })
  expect((await look(id)).history.at(-1)).toMatchObject({ comment: 'Не согласовано: Нет бюджета', author: 'Имя owner' })
  expect((await call(notificationsApi.notifications, {}, visitor)).items[0]).toMatchObject({
    text: 'Не согласовано: Нет бюджета',
  })
  expect(await brokenReservations(portal.db)).toEqual([])
  await expect(call(api.approveOrder, { id }, owner)).rejects.toMatchObject({ status: 422, code: 'notAwaiting' })
})

test('the owner can reduce and approve a waiting order; one that is not waiting cannot be approved', async () => {
  const { visitor } = await employee({ order_limit: 100 })
  const id = await order(visitor, 9)
  const { version, products } = await look(id)
  expect(
    await call(changeOrder, { id, version, lines: [{ line: products[0]?.line ?? 0, qnt: 3 }] }, owner),
  ).toMatchObject({ state: 2, sum: 300 })
  expect(await call(api.approveOrder, { id }, owner)).toMatchObject({ state: 1 })
  const own = await order(owner, 900)
  expect(await stateOf(own)).toBe(1)
  await expect(call(api.approveOrder, { id: own }, owner)).rejects.toMatchObject({ code: 'notAwaiting' })
  await expect(call(api.refuseOrder, { id: own, reason: 'нет' }, owner)).rejects.toMatchObject({ code: 'notAwaiting' })
  expect(await stateOf(own)).toBe(1)
})

test('[V.14] approving checks stop, limit and minimum sum again; if refused, the order keeps waiting', async () => {
  const contract = await world.addContract({ payment: 'deferred', creditLimitKopecks: 100_000 })
  const { visitor } = await employee({ order_limit: 100 }, [contract])
  const at = { id: world.productIds[0] ?? 0, contract }
  const id = await orderProduct(visitor, { ...at, qnt: 6 })
  const set = (columns: Partial<typeof contracts.$inferInsert>) =>
    portal.db.update(contracts).set(columns).where(eq(contracts.id, contract))
  const approve = () => call(api.approveOrder, { id }, owner)
  await set({ stopOrders: true, debtAlert: 'Просрочено 10 000 ₽' })
  await expect(approve()).rejects.toMatchObject({
    status: 422,
    code: 'ordersSuspended',
    message: 'Просрочено 10 000 ₽',
    body: { title: 'Уведомление о приостановке заказов' },
  })
  await set({ stopOrders: false, validTo: '2026-01-01' })
  await expect(approve()).rejects.toMatchObject({ code: 'contractInactive' })
  await set({ validTo: null, minOrderKopecks: 70_000 })
  await expect(approve()).rejects.toMatchObject({ code: 'belowLeastSum', body: { missing: 100, least: 700 } })
  // The order's own sum is not counted twice against the credit; other orders count.
  await set({ minOrderKopecks: null, creditLimitKopecks: 90_000 })
  const other = await orderProduct(owner, { ...at, qnt: 3 })
  await set({ creditLimitKopecks: 80_000 })
  await expect(approve()).rejects.toMatchObject({
    code: 'creditLimit',
    body: {
      exceeds: 100,
      available: 500,
      credit: { limit: 800, unshipped: 300 },
      to_pay: { sum: 100, documents: [{ id: other, left: 300, invoice: true }] },
    },
  })
  expect(await stateOf(id)).toBe(2)
  expect((await look(id)).history).toHaveLength(1)
  await set({ creditLimitKopecks: 90_000 })
  expect(await approve()).toMatchObject({ state: 1 })
  await set({ stopOrders: true })
  expect(await approve(), 'sent again it is answered as it was').toMatchObject({ state: 1 })
})

test('the period limit sums the orders of the period; waiting and cancelled ones do not count', async () => {
  const { id: account, visitor } = await employee({ period_limit: 1000, period: 'week' })
  const first = await order(visitor, 7)
  const above = await order(visitor, 4)
  const fits = await order(visitor, 3)
  expect([await stateOf(first), await stateOf(above), await stateOf(fits)]).toEqual([1, 2, 1])
  expect((await look(above)).history[0]?.comment).toBe('Сумма выше лимита сотрудника на неделю: нужно согласование')
  await call(cancelOrder, { id: first }, visitor)
  const again = await order(visitor, 7)
  expect(await stateOf(again)).toBe(1)
  await call(api.approveOrder, { id: above }, owner)
  const spent = async () => (await call(api.approvals, {}, owner)).employees.find(({ id }) => id === account)?.spent
  expect(await spent()).toBe(1400)
  expect(await stateOf(await order(visitor, 1))).toBe(2)
  // A week ago belongs to another period.
  await portal.db
    .update(orders)
    .set({ createdAt: sql`now() - interval '8 days'` })
    .where(eq(orders.accountId, account))
  expect(await spent()).toBe(0)
  expect(await stateOf(await order(visitor, 10))).toBe(1)
})

test('a reduction that ends free delivery checks the employee’s limits again, counting the order once', async () => {
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  const contract = await world.addContract({ freeDeliveryKopecks: 250_000 })
  const address = await addAddress(portal.db, world.organisationId)
  const placed = async (limits: Limits) => {
    const { visitor } = await employee(limits, [contract])
    const id = await orderProduct(visitor, {
      id: world.productIds[0] ?? 0,
      qnt: 30,
      contract,
      delivery_method: 1,
      address,
    })
    return (by = visitor) => call(changeOrder, { id, version: 1, lines: [{ line: 1, qnt: 24 }] }, by)
  }
  const lowerAbove = await placed({ order_limit: 3000 })
  await expect(lowerAbove()).rejects.toMatchObject({ status: 422, code: 'aboveOwnLimit' })
  expect(await lowerAbove(owner), 'who needs nobody’s approval').toMatchObject({ state: 1, sum: 3600 })
  const lowerWithin = await placed({ period_limit: 3600, period: 'day' })
  expect(await lowerWithin()).toMatchObject({ state: 1, sum: 3600 })
})

test('50 concurrent orders never exceed the limit without approval', { timeout: 120_000 }, async () => {
  const contractIds = [world.contractId]
  for (let count = 0; count < 9; count += 1) contractIds.push(await world.addContract())
  const { id: account, visitor } = await employee({ period_limit: 2000, period: 'day' }, contractIds)
  // Ten contracts order concurrently, five times over: each basket is filled, ordered and filled again.
  const placed: number[] = []
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      contractIds.map((contract) =>
        call(processBasket, { id: world.productIds[0] ?? 0, qnt: 1 + (round % 3), contract }, visitor),
      ),
    )
    const answers = await Promise.all(
      contractIds.map((contract) =>
        call(createOrder, { contract, delivery_method: deliveryMethodId('pickup') }, { ...visitor, key: randomUUID() }),
      ),
    )
    placed.push(...answers.map(({ id }) => id))
  }
  const rows = await portal.db.select().from(orders).where(eq(orders.accountId, account))
  expect(rows).toHaveLength(50)
  const passed = rows.filter(({ state }) => state === 1)
  const sum = passed.reduce((total, { sumKopecks }) => total + sumKopecks, 0)
  expect(sum).toBeLessThanOrEqual(200_000)
  // The limit is used in full: ten orders of 100 and five of 200 fill it.
  expect(sum).toBe(200_000)
  expect(rows.filter(({ state }) => state === 2).every(({ approval }) => approval === 'waiting')).toBe(true)
  expect(await brokenReservations(portal.db)).toEqual([])
  expect(placed).toHaveLength(50)
})

test('[R.6] only the owner of an organisation approves orders and sets limits, and only within it', async () => {
  const { id: account, visitor } = await employee({ order_limit: 100 })
  const id = await order(visitor, 2)
  const stranger = await addOrganisation(portal.db, 'ООО «Чужие»')
  await addContract(portal.db, {
    ...stranger,
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: world.warehouseIds,
  })
  const foreign = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: stranger.organisationId }),
  )
  const limits = { account, order_limit: null, period_limit: null, period: 'day' as const }
  await expect(call(api.approveOrder, { id }, foreign)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.refuseOrder, { id, reason: 'нет' }, foreign)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.setLimits, limits, foreign)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.setLimits, { ...limits, account: world.ownerId }, owner)).rejects.toMatchObject({ status: 404 })
  expect(await call(api.approvals, {}, foreign)).toMatchObject({ orders: [], employees: [] })
  await expect(call(api.approveOrder, { id }, visitor)).rejects.toMatchObject({ status: 403 })
  await expect(call(api.setLimits, limits, visitor)).rejects.toMatchObject({ status: 403 })
  expect(await stateOf(id)).toBe(2)
  const [row] = await portal.db.select().from(accounts).where(eq(accounts.id, account))
  expect(row).toMatchObject({ orderLimitKopecks: 10_000, limitPeriod: 'month' })
})

test('[S.4] staff cannot approve an order that waits for the buyer’s owner, and it is not in their queue', async () => {
  const staff = await signedIn(portal, world.adminId)
  const { visitor } = await employee({ order_limit: 500 })
  const id = await order(visitor, 6)
  const inScope = async (scope: 'waiting' | 'working') =>
    (await call(staffListOrders, { scope, perpage: 100 }, staff)).items.some((each) => each.id === id)
  expect((await call(staffGetOrder, { id }, staff)).order.next.map(({ state }) => state)).toEqual([4])
  expect([await inScope('waiting'), await inScope('working')]).toEqual([false, true])
  await expect(call(staffSetState, { id, state: 1 }, staff)).rejects.toMatchObject({ status: 422, code: 'awaitsHead' })
  expect(await stateOf(id)).toBe(2)
  await call(api.approveOrder, { id }, owner)
  // Staff may take back an order that they returned for approval themselves.
  await call(staffSetState, { id, state: 2 }, staff)
  expect([await inScope('waiting'), await inScope('working')]).toEqual([true, false])
  expect(await call(staffSetState, { id, state: 1 }, staff)).toMatchObject({ state: 1 })
})

test('an order not approved in time is cancelled with that reason', async () => {
  const { visitor } = await employee({ order_limit: 500 })
  const id = await order(visitor, 6)
  await portal.db.update(orders).set({ payUntil: '2026-01-12' }).where(eq(orders.id, id))
  expect(await cancelExpired(portal, { now: new Date() })).toBe(1)
  expect((await look(id)).history.at(-1)).toMatchObject({
    state: 4,
    comment: 'Заказ не согласован в срок, резерв снят',
  })
})

test('an employee is notified of an order only while allowed to see it and its sums', async () => {
  const { id: account, visitor } = await employee({})
  const id = await order(visitor, 1)
  const staff = await signedIn(portal, world.adminId)
  const letters = async () =>
    (
      await portal.db
        .select()
        .from(mails)
        .where(eq(mails.link, `/orders/${id}`))
    ).length
  const before = await letters()
  await portal.db.update(accounts).set({ role: 'receiver' }).where(eq(accounts.id, account))
  await call(staffSetState, { id, state: 5 }, staff)
  // Only the owner's.
  expect(await letters()).toBe(before + 1)
  await portal.db.update(accounts).set({ role: 'manager' }).where(eq(accounts.id, account))
  await portal.db.delete(accountContracts).where(eq(accountContracts.accountId, account))
  await call(staffSetState, { id, state: 6 }, staff)
  expect(await letters()).toBe(before + 2)
  await portal.db.insert(accountContracts).values({ accountId: account, contractId: world.contractId })
  await portal.db.update(accounts).set({ enabled: false }).where(eq(accounts.id, account))
  await call(staffSetState, { id, state: 7 }, staff)
  expect(await letters(), 'one who may not sign in any more').toBe(before + 3)
})

test('the spent sums of all employees take one SQL statement', async () => {
  for (let count = 0; count < 3; count += 1) await employee({})
  expect(await countStatements(portal.pool, /sum\(o\.sum_kopecks\)/, () => call(api.approvals, {}, owner))).toBe(1)
})
