import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelOrder } from '#shared/api/orders.ts'
import { staffDeclineCancellation } from '#shared/api/staff/orders.ts'
import { staffSilentBuyers } from '#shared/api/staff/dashboard/demand.ts'
import { staffOrdersByDay } from '#shared/api/staff/dashboard/orders.ts'
import { staffExchangeHealth, staffWaiting } from '#shared/api/staff/dashboard/waiting.ts'
import { addDays, dayOf, startOfDay } from '#shared/rules/dates.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { personalManagers, organisations } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder, type OrderInput } from '#tests/support/orders.ts'
import { countStatements } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'
import { recordHandover } from '#server/doors/exchange/orders/queries-out.ts'
import { barsOf, timeBefore } from './periods.ts'
import { byUrgency } from './waiting.ts'

let portal: TestApp
let world: World
let admin: Visitor
let sales: Visitor
let content: Visitor
const today = dayOf(new Date())
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  admin = await signedIn(portal, world.adminId)
  sales = await signedIn(portal, world.salesId)
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate orders, callbacks, registration_requests cascade`))

const order = (input: Omit<OrderInput, 'lines'>) => addOrder(portal.db, world, { lines: [], ...input })

test('what waits is counted per queue, with the longest wait', async () => {
  await order({ state: 1, createdAt: minutesAgo(90) })
  await order({ state: 1, createdAt: minutesAgo(10) })
  await order({ state: 7, createdAt: minutesAgo(600) })
  await portal.db.execute(sql`insert into callbacks (name, phone, wanted, wanted_at, created_at)
    values ('Дмитрий Жуков', '+79001234567', '', ${minutesAgo(45).toISOString()}, ${minutesAgo(45).toISOString()})`)
  const { queues, items, total } = await call(staffWaiting, {}, admin)
  expect(queues.map(({ queue, count }) => `${queue} ${count}`)).toEqual([
    'orders 2',
    'registrations 0',
    'talks 1',
    'claims 0',
    'acts 0',
    'priceRequests 0',
  ])
  expect(total).toBe(3)
  expect(queues[1]).toMatchObject({ since: null, due: null })
  // The call is past its 30 minutes, the orders have no target time.
  expect(items.map(({ kind }) => kind)).toEqual(['call', 'order', 'order'])
  expect(items[0]).toMatchObject({ title: 'Дмитрий Жуков', customer: 'Дмитрий Жуков', sum: null })
  expect(items[1]).toMatchObject({ customer: 'ООО «Вектор»', due: null })
  expect(Date.now() - Date.parse(items[1]?.since ?? '')).toBeGreaterThan(89 * 60_000)
  expect(queues[0]?.since).toBe(items[1]?.since)
})

test('an order waits since what made it wait, not since it was placed', async () => {
  const month = 30 * 24 * 60
  const waitOf = async (id: number) => {
    const { items } = await call(staffWaiting, {}, admin)
    const item = items.find((each) => each.kind === 'order' && each.id === id)
    return item && Math.round((Date.now() - Date.parse(item.since)) / 60_000)
  }
  const addEvents = (id: number, events: [state: number, minutes: number][]) =>
    portal.db
      .insert(orderEvents)
      .values(events.map(([state, minutes]) => ({ orderId: id, state, at: minutesAgo(minutes), author: 'Анна' })))
  const owner = await signedIn(portal, world.ownerId)
  const { id: picked } = await order({ state: 10, createdAt: minutesAgo(month) })
  expect(await waitOf(picked)).toBeUndefined()
  await call(cancelOrder, { id: picked }, owner)
  expect(await waitOf(picked)).toBe(0)
  await portal.db.execute(sql`update orders set cancel_requested_at = now() - interval '7 minutes'`)
  await call(cancelOrder, { id: picked }, owner)
  expect(await waitOf(picked)).toBe(7)
  await call(staffDeclineCancellation, { id: picked, comment: 'Уже собран' }, admin)
  expect(await waitOf(picked)).toBeUndefined()
  await call(cancelOrder, { id: picked }, owner)
  expect(await waitOf(picked)).toBe(0)

  const { id: approved } = await order({ state: 1, approval: 'approved', createdAt: minutesAgo(month) })
  await addEvents(approved, [
    [2, month],
    [2, month - 10],
    [1, 20],
    [2, 10],
  ])
  expect(await waitOf(approved)).toBe(20)
  const { id: returned } = await order({ state: 1, createdAt: minutesAgo(month) })
  await addEvents(returned, [
    [1, month],
    [5, month - 10],
    [1, 40],
    [1, 30],
  ])
  expect(await waitOf(returned)).toBe(40)
  const { id: placed } = await order({ state: 2, createdAt: minutesAgo(60) })
  await addEvents(placed, [
    [1, 60],
    [2, 50],
  ])
  expect(await waitOf(placed)).toBe(60)
  const { items, queues } = await call(staffWaiting, {}, admin)
  expect(items.map(({ id }) => id)).toEqual([placed, returned, approved, picked])
  expect(queues[0]?.since).toBe(items[0]?.since)
})

test('each person sees queues of their rights and only their own customers', async () => {
  await order({ state: 1 })
  expect((await call(staffWaiting, {}, content)).queues).toEqual([])
  await expect(call(staffOrdersByDay, {}, content)).rejects.toMatchObject({ status: 403 })
  await expect(call(staffExchangeHealth, {}, sales)).rejects.toMatchObject({ status: 403 })
  const seen = async () => [
    (await call(staffWaiting, {}, sales)).queues[0]?.count,
    (await call(staffOrdersByDay, {}, sales)).total.count,
  ]
  expect(await seen()).toEqual([1, 1])
  const [colleague] = await portal.db.insert(personalManagers).values({ name: 'Борис', phone: '2' }).returning()
  await portal.db.update(organisations).set({ personalManagerId: colleague?.id ?? null })
  expect(await seen()).toEqual([0, 0])
  expect((await call(staffWaiting, {}, admin)).queues[0]?.count).toBe(1)
  await portal.db.update(organisations).set({ personalManagerId: null })
})

test('orders are summed by Moscow day and state; cancelled ones are not in the total', async () => {
  const midnight = startOfDay(today)
  await order({ state: 11, sumKopecks: 100_00, createdAt: midnight })
  await order({ state: 5, sumKopecks: 20_00, createdAt: midnight })
  await order({ state: 4, sumKopecks: 3_00, createdAt: midnight })
  await order({ state: 3, sumKopecks: 4_00, createdAt: new Date(midnight.getTime() - 1) })
  await order({ state: 3, sumKopecks: 50_00, createdAt: startOfDay(addDays(today, -14)) })
  await order({ state: 3, sumKopecks: 60_00, createdAt: startOfDay(addDays(today, -28)) })
  const { bars, total, before } = await call(staffOrdersByDay, {}, admin)
  expect(bars).toHaveLength(14)
  expect(bars.at(-1)).toEqual({
    from: today,
    to: today,
    shipped: { count: 1, sum: 100 },
    working: { count: 1, sum: 20 },
    cancelled: { count: 1, sum: 3 },
  })
  expect(bars.at(-2)).toMatchObject({ from: addDays(today, -1), shipped: { count: 1, sum: 4 } })
  expect(total).toEqual({ count: 3, sum: 124 })
  expect(before).toEqual({ count: 1, sum: 50 })
  const year = await call(staffOrdersByDay, { span: 'year' }, admin)
  expect(year.bars).toHaveLength(12)
  expect(year.total).toEqual({ count: 5, sum: 234 })
})

test('the time before ends at the time of day that it is now', async () => {
  expect(timeBefore('2026-11-07', new Date('2026-11-20T09:30:00Z'))).toEqual({
    from: startOfDay('2026-10-24'),
    until: new Date('2026-11-06T09:30:00Z'),
  })
  const twoWeeks = 14 * 24 * 60
  await order({ state: 3, sumKopecks: 20_00, createdAt: minutesAgo(twoWeeks + 1) })
  await order({ state: 3, sumKopecks: 40_00, createdAt: minutesAgo(twoWeeks - 1) })
  expect((await call(staffOrdersByDay, {}, admin)).before).toEqual({ count: 1, sum: 20 })
})

test("a demo visitor's orders are no sales", async () => {
  const visitor = await addOrganisation(portal.db, 'Демо', { demo: true })
  const contractId = await world.addContract(visitor)
  await addOrder(portal.db, { ...world, ...visitor, contractId }, { state: 1, lines: [] })
  expect((await call(staffOrdersByDay, {}, admin)).total.count).toBe(0)
  expect((await call(staffWaiting, {}, admin)).total).toBe(0)
})

test('the exchange block names orders that 1C should have confirmed for an hour, and no others', async () => {
  const visitor = await addOrganisation(portal.db, 'Демо', { demo: true })
  const asDemo = { ...world, ...visitor, contractId: await world.addContract(visitor) }
  const { id: first } = await order({ state: 5 })
  const stuck = [
    await order({ state: 5, version: 3, confirmedVersion: 2 }),
    await order({ state: 3 }),
    await order({ state: 4, version: 3, confirmedVersion: 2 }),
  ].map(({ id }) => id)
  // Cancelled after it was given to 1C, which has not confirmed it.
  const { id: given } = await order({ state: 4, version: 2 })
  const exchange = await addAccount(portal.db, { role: 'exchange' })
  await portal.db.execute(sql`insert into order_handovers (exchange_account_id, order_id, version, given_at, latest)
    values (${exchange}, ${given}, 1, now(), true)`)
  await order({ state: 5, confirmedVersion: 1 })
  await order({ state: 3, version: 3, confirmedVersion: 2 })
  await order({ state: 4 })
  await order({ state: 2, approval: 'waiting' })
  await order({ state: 2, version: 3, confirmedVersion: 2 })
  await addOrder(portal.db, asDemo, { state: 5, lines: [] })
  await portal.db.execute(sql`update orders set updated_at = now() - interval '2 hours'`)
  await portal.db.execute(sql`update orders set updated_at = now() - interval '3 hours' where id = ${first}`)
  await order({ state: 5 })
  const { unconfirmed, streams } = await call(staffExchangeHealth, {}, admin)
  expect(unconfirmed).toMatchObject({ count: 5, first: { id: first } })
  expect(streams).toEqual([])
  // The same orders leave at 1C's next query, besides the one of this hour.
  const due = await recordHandover(portal.db, { exchangeAccountId: exchange })
  expect(due.slice(0, -1)).toEqual([first, ...stuck, given].toSorted((a, b) => a - b))
})

test('the number of statements does not grow with the data', async () => {
  // Only of the queues: sessions and the catalogue read in between.
  const queues = /\bfrom\s+\(?(orders|registration_requests|chats|claims|acts|price_requests)\b/i
  const count = () =>
    countStatements(portal.pool, queues, async () => {
      await call(staffWaiting, {}, admin)
      await call(staffOrdersByDay, {}, admin)
    })
  await order({ state: 1 })
  const few = await count()
  for (let index = 0; index < 10; index += 1) await order({ state: 1 })
  expect(await count()).toBe(few)
  expect(few).toBeGreaterThan(8)
  expect(few).toBeLessThanOrEqual(16)
})

test('a customer who ordered regularly and stopped is silent', async () => {
  const daysAgo = (days: number) => minutesAgo(days * 24 * 60)
  const buyerWith = async (name: string, days: number[], columns = {}) => {
    const buyer = await addOrganisation(portal.db, name, columns)
    const contractId = await world.addContract(buyer)
    for (const ago of days)
      await addOrder(
        portal.db,
        { ...world, ...buyer, contractId },
        {
          state: 3,
          sumKopecks: 300_00,
          createdAt: daysAgo(ago),
          lines: [],
        },
      )
    return buyer.organisationId
  }
  const silent = await buyerWith('ООО «Тишина»', [60, 50, 40, 30])
  await buyerWith('Ещё не молчит', [50, 40, 30, 19])
  await buyerWith('Заказывает раз в день, но только что', [16, 15, 14, 13])
  await buyerWith('Мало заказов', [60, 50, 40])
  await buyerWith('Давно ушёл', [500, 490, 480, 470])
  await buyerWith('Демо', [60, 50, 40, 30], { demo: true })
  await buyerWith('Заблокирован', [60, 50, 40, 30], { status: 'blocked' })
  const { items, count } = await call(staffSilentBuyers, {}, sales)
  expect(items).toEqual([
    { id: silent, name: 'ООО «Тишина»', manager: '', orders: 4, every: 10, silent: 30, average: 300 },
  ])
  expect(count).toBe(1)
  await expect(call(staffSilentBuyers, {}, content)).rejects.toMatchObject({ status: 403 })
})

test('past target times first, then the longest wait', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const items = [
    { name: 'young', since: at(-1), due: null },
    { name: 'due later', since: at(-2), due: at(2) },
    { name: 'late', since: at(-3), due: at(-1) },
    { name: 'later', since: at(-5), due: at(-2) },
    { name: 'old', since: at(-9), due: null },
  ]
  expect(byUrgency(items, now).map(({ name }) => name)).toEqual(['later', 'late', 'old', 'due later', 'young'])
})

test('bars are days, weeks from Monday and calendar months up to today', () => {
  const friday = '2026-11-20'
  expect(barsOf('days', friday).at(0)).toEqual({ from: '2026-11-07', to: '2026-11-07' })
  expect(barsOf('quarter', friday).slice(-2)).toEqual([
    { from: '2026-11-09', to: '2026-11-15' },
    { from: '2026-11-16', to: friday },
  ])
  const months = barsOf('year', friday)
  expect(months).toHaveLength(12)
  expect([months[0], months.at(-1)]).toEqual([
    { from: '2025-12-01', to: '2025-12-31' },
    { from: '2026-11-01', to: friday },
  ])
})
