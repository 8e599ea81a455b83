import { addDays, monthsBack, weekdayOf, type Day } from '#shared/rules/dates.ts'

export type Bar = { from: Day; to: Day; sumKopecks: number }

const maxDaysByWeek = 100
/** Longer periods are truncated at the start. */
const maxBars = 120

export function chartStep(days: number): 'week' | 'month' {
  return days > maxDaysByWeek ? 'month' : 'week'
}

/** A bar for each week (from Monday) or month of the period, also without purchases; the first and last are partial. */
export function fillBars(
  sums: readonly { from: Day; sumKopecks: number }[],
  { from, to, step }: { from: Day; to: Day; step: 'week' | 'month' },
): Bar[] {
  const known = new Map(sums.map((sum) => [sum.from, sum.sumKopecks]))
  const found: Bar[] = []
  for (let last = to; last >= from && found.length < maxBars;) {
    const first = firstOf(last, step)
    found.push({ from: first < from ? from : first, to: last, sumKopecks: known.get(first) ?? 0 })
    last = addDays(first, -1)
  }
  return found.toReversed()
}

/** First day of a day's month. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

/** Last day of the month that begins on a day. */
export function lastOfMonth(first: Day): Day {
  return addDays(monthsBack(first, -1), -1)
}

function firstOf(day: Day, step: 'week' | 'month'): Day {
  return step === 'month' ? firstOfMonth(day) : addDays(day, 1 - weekdayOf(day))
}
