import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketTableInit } from '#shared/api/basket.ts'
import * as api from '#shared/api/staff/calendar.ts'
import { addWorkingDays, dayOf, formatDay, parseDay, weekdayOf } from '#shared/rules/dates.ts'
import { calendarDays, orders } from '#server/platform/db/schema/orders.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { fillBasket, placeOrder } from '#tests/support/checkout.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { addZone } from '#tests/support/zones.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{}] })
  admin = await signedIn(portal, world.adminId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

const set = (date: string, working: boolean) => call(api.setCalendarDay, { date, working }, admin)
const offered = () => call(getBasketTableInit, {}, owner)

test('[V.12] a day off set by staff is neither a delivery day nor a working day until reverted', async () => {
  const zone = await addZone(portal.db)
  const [date = ''] = (await offered()).dates
  const answer = await set(date, false)
  expect(answer.days).toContainEqual({ date, working: false })
  expect(answer.orders).toBe(0)
  const without = await offered()
  expect(without.dates).not.toContain(date)
  expect(without.delivery_zones.find(({ id }) => id === zone)?.dates).not.toContain(date)
  const at = await fillBasket(portal, world, [{ stock: [10] }])
  await expect(placeOrder(at, { date })).rejects.toMatchObject({ status: 422, code: 'deliveryDate' })
  const { id } = await placeOrder(at)
  const [order] = await portal.db.select().from(orders).where(eq(orders.id, id))
  const calendar = new Map((await portal.db.select().from(calendarDays)).map(({ day, working }) => [day, working]))
  expect(order?.payUntil).toBe(addWorkingDays(dayOf(new Date()), 3, calendar))
  expect(calendar.get(parseDay(date))).toBe(false)

  for (const again of [1, 2])
    expect((await set(date, true)).days, `${again}`).not.toContainEqual({ date, working: false })
  expect((await offered()).dates).toContain(date)
})

test('[V.12] a working Saturday is offered for delivery, also in a year without a decree', async () => {
  const saturday = '13.05.2028'
  expect(weekdayOf(parseDay(saturday))).toBe(6)
  expect((await call(api.staffCalendar, { year: 2028 }, admin)).days).toEqual([])
  expect(await set(saturday, true)).toMatchObject({ year: 2028, days: [{ date: saturday, working: true }] })
  expect((await set('09.05.2028', true)).days).toEqual([
    { date: '09.05.2028', working: true },
    { date: saturday, working: true },
  ])
  expect((await set('09.05.2028', false)).days).toHaveLength(1)
  expect((await set(saturday, false)).days).toEqual([])
  expect(await portal.db.select().from(calendarDays).where(eq(calendarDays.day, '2028-05-13'))).toEqual([])
})

test('the calendar includes officially moved days; a new day off reports how many deliveries it affects', async () => {
  expect((await call(api.staffCalendar, { year: 2026 }, admin)).days).toEqual([
    { date: '09.01.2026', working: false },
    { date: '31.12.2026', working: false },
  ])
  expect((await call(api.staffCalendar, { year: 2027 }, admin)).days).toEqual([])
  const lines = [{ productId: world.productIds[0] ?? 0, warehouseId: world.warehouseIds[0] ?? 0, quantity: 1 }]
  const day = '2027-06-03'
  for (const state of [1, 10, 3, 4]) await addOrder(portal.db, world, { lines, state, deliveryDate: day })
  expect((await set(formatDay(day), false)).orders).toBe(2)
  await set(formatDay(day), true)
})

test('[R.6] only administrators edit the calendar, and only real dates of its years are accepted', async () => {
  const others = [
    await signedIn(portal, world.salesId),
    await signedIn(portal, await addAccount(portal.db, { role: 'content' })),
    owner,
  ]
  for (const other of others) {
    await expect(call(api.staffCalendar, { year: 2026 }, other)).rejects.toMatchObject({ status: 403 })
    await expect(call(api.setCalendarDay, { date: '04.11.2026', working: true }, other)).rejects.toMatchObject({
      status: 403,
    })
  }
  for (const date of ['31.02.2027', '01.01.2019', '01.01.2100', '2027-01-01'])
    await expect(set(date, false), date).rejects.toMatchObject({ status: 400 })
  await expect(call(api.staffCalendar, { year: 2019 }, admin)).rejects.toMatchObject({ status: 400 })
})
