import type { OrderSpan } from '#shared/api/staff/dashboard/orders.ts'
import { addDays, dayOf, daysBetween, monthsBack, startOfDay, weekdayOf, type Day } from '#shared/rules/dates.ts'

/** Both days inclusive. */
export type Period = { from: Day; to: Day }

const barCounts: Record<OrderSpan, number> = { days: 14, quarter: 13, year: 12 }

/** Bars up to today: days, weeks from Monday, or calendar months. The last one may be unfinished. */
export function barsOf(span: OrderSpan, today: Day): Period[] {
  const starts = Array.from({ length: barCounts[span] }, (_, index) =>
    startOf(span, today, barCounts[span] - 1 - index),
  )
  return starts.map((from, index) => {
    const next = starts[index + 1]
    return { from, to: next === undefined ? today : addDays(next, -1) }
  })
}

/**
 * The time as long as from the start of `first` until now that ends on the day before: at the time of day that it is
 * now, because today is not over either.
 */
export function timeBefore(first: Day, now: Date): { from: Date; until: Date } {
  const today = dayOf(now)
  const days = daysBetween(first, today) + 1
  const sinceMidnight = now.getTime() - startOfDay(today).getTime()
  return {
    from: startOfDay(addDays(first, -days)),
    until: new Date(startOfDay(addDays(today, -days)).getTime() + sinceMidnight),
  }
}

/** First day of the bar so many bars ago. */
function startOf(span: OrderSpan, today: Day, ago: number): Day {
  if (span === 'days') return addDays(today, -ago)
  if (span === 'quarter') return addDays(today, 1 - weekdayOf(today) - 7 * ago)
  return monthsBack(`${today.slice(0, 7)}-01`, ago)
}
