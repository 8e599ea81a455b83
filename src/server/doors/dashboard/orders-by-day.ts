import type { OrderSpan } from '#shared/api/staff/dashboard/orders.ts'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import { cancelled, partlyShipped, stateRules } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { barsOf, timeBefore, type Period } from './periods.ts'
import { sumOrdersByDay, type DaySums } from './queries.ts'

export type Figures = { count: number; kopecks: number }
export type Bar = Period & Record<'shipped' | 'working' | 'cancelled', Figures>
export type OrdersOfPeriod = { bars: Bar[]; total: Figures; before: Figures }

/** Orders of the caller's customers by the day they were placed, and the equally long time before. */
export async function readOrdersByDay(
  { db }: { db: Db },
  actor: StaffActor,
  { span, now }: { span: OrderSpan; now: Date },
): Promise<OrdersOfPeriod> {
  const today = dayOf(now)
  const periods = barsOf(span, today)
  const first = periods[0]?.from ?? today
  const [days, earlier] = await Promise.all([
    sumOrdersByDay(db, { actor, from: startOfDay(first), until: startOfDay(addDays(today, 1)) }),
    sumOrdersByDay(db, { actor, ...timeBefore(first, now) }),
  ])
  return {
    bars: periods.map((period) => barOf(period, days)),
    total: add(days.filter(isKept)),
    before: add(earlier.filter(isKept)),
  }
}

function isKept({ state }: DaySums): boolean {
  return state !== cancelled
}

function barOf({ from, to }: Period, days: readonly DaySums[]): Bar {
  const within = days.filter(({ day }) => isWithin(day, from, to))
  const groups = Map.groupBy(within, ({ state }) => groupOf(state))
  const sums = (group: ReturnType<typeof groupOf>) => add(groups.get(group) ?? [])
  return { from, to, shipped: sums('shipped'), working: sums('working'), cancelled: sums('cancelled') }
}

function groupOf(state: number): 'shipped' | 'working' | 'cancelled' {
  if (state === cancelled) return 'cancelled'
  return state === partlyShipped || stateRules(state).shipped ? 'shipped' : 'working'
}

function isWithin(day: Day, from: Day, to: Day): boolean {
  return day >= from && day <= to
}

function add(days: readonly Figures[]): Figures {
  return days.reduce((sum, { count, kopecks }) => ({ count: sum.count + count, kopecks: sum.kopecks + kopecks }), {
    count: 0,
    kopecks: 0,
  })
}
