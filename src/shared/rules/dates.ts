/** Days, cut-off hour and periods of the business, always in Europe/Moscow. The database stores UTC. */
import { businessTimeZone, deliveryDaysAhead, orderCutOffHour, orderPeriodDays } from '../constants.ts'

/** A calendar day, 'YYYY-MM-DD': such texts sort and compare as days. */
export type Day = string

/** Days that differ from the Labour Code: moved days off and local days off (false), worked weekends (true). */
export type Calendar = ReadonlyMap<Day, boolean>

const dayMs = 86_400_000
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: businessTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** The day in Moscow at an instant. */
export function dayOf(instant: Date): Day {
  return clock.format(instant).slice(0, 10)
}

/** The instant at which a day begins in Moscow. */
export function startOfDay(day: Day): Date {
  const asUtcMs = Date.parse(`${day}T00:00:00Z`)
  const shownMs = Date.parse(`${clock.format(asUtcMs).replace(' ', 'T')}Z`)
  return new Date(asUtcMs - (shownMs - asUtcMs))
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Whole days from one day to another. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** 'YYYY-MM-DD' → 'dd.mm.yyyy'. */
export function formatDay(day: Day): string {
  return day.split('-').toReversed().join('.')
}

/** 'dd.mm.yyyy' → 'YYYY-MM-DD'; the caller has checked that the day exists. */
export function parseDay(text: string): Day {
  return text.split('.').toReversed().join('-')
}

export function isWorkingDay(day: Day, calendar: Calendar): boolean {
  return calendar.get(day) ?? isWorkingByLaw(day)
}

/**
 * Whether a day is a working day by art. 112 of the Labour Code alone: weekends and holidays are off, and so is the
 * Monday after a holiday on a weekend. January's holidays are transferred by yearly decrees, not here.
 */
export function isWorkingByLaw(day: Day): boolean {
  const weekday = weekdayOf(day)
  if (weekday > 5 || isHoliday(day)) return false
  const movesHere = (weekend: Day) => isHoliday(weekend) && weekend.slice(5, 7) !== '01'
  return weekday !== 1 || !(movesHere(addDays(day, -1)) || movesHere(addDays(day, -2)))
}

const holidays: ReadonlySet<string> = new Set([
  '01-01',
  '01-02',
  '01-03',
  '01-04',
  '01-05',
  '01-06',
  '01-07',
  '01-08',
  '02-23',
  '03-08',
  '05-01',
  '05-09',
  '06-12',
  '11-04',
])

/** A public holiday of the Labour Code, even if worked here. */
export function isHoliday(day: Day): boolean {
  return holidays.has(day.slice(5))
}

/** The `count`-th working day after a day. */
export function addWorkingDays(day: Day, count: number, calendar: Calendar): Day {
  let reached = day
  for (let left = count; left > 0; left -= 1) reached = nextWorkingDay(reached, calendar)
  return reached
}

/** Days of the week, Monday 1 to Sunday 7. */
export const everyWeekday: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/**
 * Days that delivery may be requested for: working days from tomorrow (after the cut-off hour, from the day after) to a
 * week ahead whose weekday is in `served`; if there is none, the next such day [V.12, product.md §5]. `served` contains
 * at least one of 1 to 5.
 */
export function deliveryDays(now: Date, calendar: Calendar, served = everyWeekday): Day[] {
  const today = dayOf(now)
  const hour = Number(clock.format(now).slice(11, 13))
  const first = hour < orderCutOffHour ? 1 : 2
  const days = []
  for (let ahead = first; ahead <= deliveryDaysAhead; ahead += 1) {
    const day = addDays(today, ahead)
    if (isWorkingDay(day, calendar) && served.includes(weekdayOf(day))) days.push(day)
  }
  if (days.length > 0) return days
  let next = nextWorkingDay(addDays(today, deliveryDaysAhead), calendar)
  while (!served.includes(weekdayOf(next))) next = nextWorkingDay(next, calendar)
  return [next]
}

/** Monday 1 to Sunday 7. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

export const periodNames = ['week', 'month', 'quarter', 'year', 'custom'] as const
export type PeriodName = (typeof periodNames)[number]
export type PeriodChoice = { dateselect?: PeriodName; startDate?: string; endDate?: string }

const periodMonths = { month: 1, quarter: 3, year: 12 } as const

/**
 * The days of a list of orders, both included. A named period reaches back from today and overrides dates; without
 * dates the last 30 days. Undefined: the start is not before the end [V.1].
 */
export function orderPeriod(
  { dateselect = 'custom', startDate, endDate }: PeriodChoice,
  now: Date,
): { from: Day; to: Day } | undefined {
  const today = dayOf(now)
  if (dateselect === 'week') return { from: addDays(today, -7), to: today }
  if (dateselect !== 'custom') return { from: monthsBack(today, periodMonths[dateselect]), to: today }

  const to = endDate === undefined ? today : parseDay(endDate)
  const from = startDate === undefined ? addDays(to, -orderPeriodDays) : parseDay(startDate)
  return from < to ? { from, to } : undefined
}

function nextWorkingDay(day: Day, calendar: Calendar): Day {
  let next = addDays(day, 1)
  while (!isWorkingDay(next, calendar)) next = addDays(next, 1)
  return next
}

/** The same day of an earlier month, or that month's last day: 31 March − 1 month = 28 February. */
export function monthsBack(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}
