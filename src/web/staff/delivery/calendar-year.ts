import type { CalendarYear } from '#shared/api/staff/calendar.ts'
import { dayKind, daysOfMonth, type DayKind } from '#shared/rules/day-kinds.ts'
import {
  addDays,
  formatDay,
  isWorkingByLaw,
  isWorkingDay,
  parseDay,
  weekdayOf,
  type Calendar,
  type Day,
} from '#shared/rules/dates.ts'
import { monthNames } from '#web/ui/month-names.ts'

export function calendarOf({ days }: Pick<CalendarYear, 'days'>): Calendar {
  return new Map(days.map(({ date, working }) => [parseDay(date), working]))
}

/** The year with one changed day. */
export function withChangedDay(year: CalendarYear, { day, working }: { day: Day; working: boolean }): CalendarYear {
  const date = formatDay(day)
  const others = year.days.filter((each) => each.date !== date)
  return { ...year, days: working === isWorkingByLaw(day) ? others : [...others, { date, working }] }
}

/** Weeks of a month, Monday first; undefined for days of another month. `month`: 1 to 12. */
export function weeksOf(year: number, month: number): (Day | undefined)[][] {
  const days = daysOf(year, month)
  const leadingBlanks = Array.from({ length: weekdayOf(days[0] ?? '') - 1 }, () => undefined)
  const cells = [...leadingBlanks, ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_week, index) =>
    Array.from({ length: 7 }, (_day, weekday) => cells[index * 7 + weekday]),
  )
}

/** Numbers of working days and days off in a year. */
export function countsOf(year: number, calendar: Calendar): { working: number; off: number } {
  const days = monthNames.flatMap((_name, index) => daysOf(year, index + 1))
  const working = days.filter((day) => isWorkingDay(day, calendar)).length
  return { working, off: days.length - working }
}

export const kindTexts: Record<DayKind, string> = {
  working: 'рабочий день',
  short: 'рабочий, на час короче',
  weekend: 'выходной',
  holiday: 'праздник',
  moved: 'выходной по переносу',
  worked: 'рабочий по переносу',
}

const dateFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', weekday: 'long', timeZone: 'UTC' })

/** 'среда, 4 ноября: праздник' */
export function dayLabel(day: Day, calendar: Calendar): string {
  return `${dateFormat.format(new Date(`${day}T00:00:00Z`))}: ${kindTexts[dayKind(day, calendar)]}`
}

/** The day a key moves to, within the year; undefined for other keys. */
export function dayAfterKey(key: string, day: Day): Day | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: 1 - weekdayOf(day),
    End: 7 - weekdayOf(day),
    PageUp: -28,
    PageDown: 28,
  }
  const step = steps[key]
  if (step === undefined) return undefined
  const target = addDays(day, step)
  return target.slice(0, 4) === day.slice(0, 4) ? target : day
}

function daysOf(year: number, month: number): Day[] {
  return daysOfMonth(`${year}-${String(month).padStart(2, '0')}`)
}
