import { expect, test } from 'vitest'
import { isWorkingByLaw, type Calendar } from './dates.ts'
import { dayKind, daysOfMonth } from './day-kinds.ts'

/** Days moved by the government in 2026: decree 1466 of 24.09.2025. */
const decree: Calendar = new Map([
  ['2026-01-09', false],
  ['2026-12-31', false],
])
const daysOfYear = (year: number) =>
  Array.from({ length: 12 }, (_each, index) => daysOfMonth(`${year}-${String(index + 1).padStart(2, '0')}`)).flat()

test('[V.12] 2026 has the working, short and free days of the official calendar', () => {
  const days = daysOfYear(2026)
  const of = (kind: string) => days.filter((day) => dayKind(day, decree) === kind)
  expect(days).toHaveLength(365)
  // As published: 247 working days, of them 4 shorter ones on weekdays; 118 days off.
  expect(of('working').length + of('short').length).toBe(247)
  expect(of('short')).toEqual(['2026-04-30', '2026-05-08', '2026-06-11', '2026-11-03'])
  expect(of('moved')).toEqual(['2026-01-09', '2026-03-09', '2026-05-11', '2026-12-31'])
  expect(of('holiday')).toHaveLength(14)
})

test('without a decree holidays are free by law, and those on weekends move, except in January', () => {
  const off = (year: number) =>
    daysOfYear(year).filter((day) => !isWorkingByLaw(day) && ![6, 0].includes(new Date(day).getUTCDay()))
  expect(off(2027)).toEqual([
    '2027-01-01',
    '2027-01-04',
    '2027-01-05',
    '2027-01-06',
    '2027-01-07',
    '2027-01-08',
    '2027-02-23',
    '2027-03-08',
    '2027-05-03',
    '2027-05-10',
    '2027-06-14',
    '2027-11-04',
  ])
  expect(off(2028)).toEqual([
    '2028-01-03',
    '2028-01-04',
    '2028-01-05',
    '2028-01-06',
    '2028-01-07',
    '2028-02-23',
    '2028-03-08',
    '2028-05-01',
    '2028-05-09',
    '2028-06-12',
    '2028-11-06',
  ])
})

test('a working weekend or holiday is marked, and February of a leap year has 29 days', () => {
  expect(dayKind('2026-11-07', new Map([['2026-11-07', true]]))).toBe('worked')
  expect(dayKind('2026-11-04', new Map([['2026-11-04', true]]))).toBe('worked')
  expect(dayKind('2026-11-03', new Map([['2026-11-03', false]]))).toBe('moved')
  expect(daysOfMonth('2028-02').at(-1)).toBe('2028-02-29')
})
