import { expect, test } from 'vitest'
import { calendarOf, countsOf, dayAfterKey, dayLabel, weeksOf, withChangedDay } from './calendar-year.ts'

const year = {
  status: 'success' as const,
  year: 2026,
  days: [
    { date: '09.01.2026', working: false },
    { date: '31.12.2026', working: false },
  ],
}

test('weeks start on Monday and contain every day of the month once', () => {
  expect(weeksOf(2026, 11)[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01'])
  expect(weeksOf(2026, 11).at(-1)).toEqual([
    '2026-11-30',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(weeksOf(2027, 2)).toHaveLength(4)
  expect(weeksOf(2028, 2).flat().filter(Boolean)).toHaveLength(29)
})

test('a changed day is labelled and counted; changing it back removes the exception', () => {
  expect(countsOf(2026, calendarOf(year))).toEqual({ working: 247, off: 118 })
  const worked = withChangedDay(year, { day: '2026-11-07', working: true })
  expect(worked.days).toContainEqual({ date: '07.11.2026', working: true })
  expect(countsOf(2026, calendarOf(worked))).toEqual({ working: 248, off: 117 })
  expect(dayLabel('2026-11-07', calendarOf(worked))).toBe('суббота, 7 ноября: рабочий по переносу')
  expect(withChangedDay(worked, { day: '2026-11-07', working: false })).toEqual(year)
})

test('keys move by day, week and month, never out of the year', () => {
  expect(['ArrowRight', 'ArrowUp', 'Home', 'End', 'PageDown'].map((key) => dayAfterKey(key, '2026-11-04'))).toEqual([
    '2026-11-05',
    '2026-10-28',
    '2026-11-02',
    '2026-11-08',
    '2026-12-02',
  ])
  expect(dayAfterKey('ArrowLeft', '2026-01-01')).toBe('2026-01-01')
  expect(dayAfterKey('a', '2026-01-01')).toBeUndefined()
})
