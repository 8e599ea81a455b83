import { addDays, isHoliday, isWorkingDay, weekdayOf, type Calendar, type Day } from './dates.ts'

/**
 * Kind of day in a production calendar. `short`: the working day before a holiday, an hour shorter (Labour Code, art.
 * 95); `moved`: a weekday off that is not a holiday; `worked`: a working weekend or holiday.
 */
export type DayKind = 'working' | 'short' | 'weekend' | 'holiday' | 'moved' | 'worked'

export function dayKind(day: Day, calendar: Calendar): DayKind {
  const weekend = weekdayOf(day) > 5
  if (!isWorkingDay(day, calendar)) return isHoliday(day) ? 'holiday' : weekend ? 'weekend' : 'moved'
  if (weekend || isHoliday(day)) return 'worked'
  return isHoliday(addDays(day, 1)) ? 'short' : 'working'
}

/** All days of a month 'YYYY-MM'. */
export function daysOfMonth(month: string): Day[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_each, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}
