import { between, eq, sql, type SQL } from 'drizzle-orm'
import type { Calendar, Day } from '#shared/rules/dates.ts'
import { awaitingApproval, newOrder, workingStates } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { calendarDays } from '#server/platform/db/schema/orders.ts'

/** Days set by staff, as a column of a larger statement. */
export type CalendarRows = { day: Day; working: boolean }[]

/** Number of days read: more than the longest payment term plus holidays. */
const lookedUpDays = 90

/** `CalendarRows` from a day on, for delivery days and payment terms. */
export function calendarFrom(today: Day): SQL {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('day', day::text, 'working', working)), '[]')
    from calendar_days where day between ${today}::date and ${today}::date + ${lookedUpDays}::int)`
}

export function calendarOf(rows: CalendarRows): Calendar {
  return new Map(rows.map(({ day, working }) => [day, working]))
}

export async function findCalendarFrom(db: Db, today: Day): Promise<Calendar> {
  const { rows } = await db.execute<{ days: CalendarRows }>(sql`select ${calendarFrom(today)} as days`)
  return calendarOf(rows[0]?.days ?? [])
}

/** Days set between two days (inclusive), ascending. */
export async function listCalendar(db: Db, { from, to }: { from: Day; to: Day }): Promise<CalendarRows> {
  return db
    .select()
    .from(calendarDays)
    .where(between(calendarDays.day, from, to))
    .orderBy(calendarDays.day)
}

export async function saveDay(db: Db, { day, working }: { day: Day; working: boolean }): Promise<void> {
  await db
    .insert(calendarDays)
    .values({ day, working })
    .onConflictDoUpdate({ target: calendarDays.day, set: { working } })
}

export async function deleteDay(db: Db, { day }: { day: Day }): Promise<void> {
  await db.delete(calendarDays).where(eq(calendarDays.day, day))
}

const awaitedStates: readonly number[] = [newOrder, awaitingApproval, ...workingStates]

/** Number of open orders to be delivered on a day. */
export async function countAwaitedOn(db: Db, { day }: { day: Day }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from orders
    where delivery_date = ${day}::date and state = any(${sql.param([...awaitedStates])}::int[])`)
  return rows[0]?.count ?? 0
}
