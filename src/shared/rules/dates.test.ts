import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addWorkingDays,
  dayOf,
  daysBetween,
  deliveryDays,
  formatDay,
  isWorkingDay,
  orderPeriod,
  parseDay,
  startOfDay,
  weekdayOf,
  type Calendar,
} from './dates.ts'

const plain: Calendar = new Map()
const moscow = (text: string) => new Date(`${text}+03:00`)

test('[V.12] delivery is offered on working days from tomorrow to a week ahead', () => {
  expect(deliveryDays(moscow('2026-11-19T10:00:00'), plain)).toEqual([
    '2026-11-20',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
  ])
})

test('[V.12] after 15:00 Moscow time tomorrow is no longer offered, whatever the hour in UTC', () => {
  expect(deliveryDays(moscow('2026-11-17T14:59:59'), plain)[0]).toBe('2026-11-18')
  expect(deliveryDays(moscow('2026-11-17T15:00:00'), plain)[0]).toBe('2026-11-19')
  expect(deliveryDays(new Date('2026-11-17T21:30:00Z'), plain)[0]).toBe('2026-11-19')
})

test('[V.12] holidays are skipped, a working Saturday is offered, and an empty week gives the next working day', () => {
  const calendar: Calendar = new Map([
    ['2026-11-04', false],
    ['2026-11-07', true],
  ])
  expect(deliveryDays(moscow('2026-11-02T09:00:00'), calendar)).toEqual([
    '2026-11-03',
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
    '2026-11-09',
  ])

  const newYear = new Map(['01', '02', '05', '06', '07', '08', '09'].map((day) => [`2026-01-${day}`, false] as const))
  expect(deliveryDays(moscow('2025-12-31T16:00:00'), new Map([...newYear, ['2026-01-03', false]]))).toEqual([
    '2026-01-12',
  ])
})

test('[V.12] for any time and calendar every offered day is a future working day', () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  const calendars = fc.array(fc.tuple(fc.integer({ min: 0, max: 14 }), fc.boolean()))
  fc.assert(
    fc.property(moments, calendars, (now, marks) => {
      const today = dayOf(now)
      const calendar = new Map(marks.map(([ahead, working]) => [addDays(today, ahead), working]))
      const days = deliveryDays(now, calendar)
      expect(days.length).toBeGreaterThan(0)
      for (const day of days) expect(isWorkingDay(day, calendar) && day > today).toBe(true)
      if (days.length > 1) expect(daysBetween(today, days.at(-1) ?? '')).toBeLessThanOrEqual(7)
    }),
  )
})

test('[V.12] a zone offers days that fall on its weekdays, or else the next such day', () => {
  const thursday = moscow('2026-11-19T10:00:00')
  expect(deliveryDays(thursday, plain, [2, 4])).toEqual(['2026-11-24', '2026-11-26'])
  expect(deliveryDays(moscow('2026-11-19T15:00:00'), plain, [5])).toEqual(['2026-11-27'])
  expect(deliveryDays(thursday, new Map([['2026-11-25', false]]), [3])).toEqual(['2026-12-02'])
  // A Saturday is offered if it is a working day and one of the zone's weekdays.
  expect(deliveryDays(thursday, new Map([['2026-11-21', true]]), [5, 6])).toEqual(['2026-11-20', '2026-11-21'])
  expect(deliveryDays(thursday, plain, [5, 6])).toEqual(['2026-11-20'])
})

test('[V.12] a zone offers all days on its weekdays; without any in the week, the earliest later one', () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  const calendars = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean()))
  const served = fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    .filter((days) => days.some((day) => day <= 5))
  fc.assert(
    fc.property(moments, calendars, served, (now, marks, weekdays) => {
      const today = dayOf(now)
      const calendar = new Map(marks.map(([ahead, working]) => [addDays(today, ahead), working]))
      const isServed = (day: string) => isWorkingDay(day, calendar) && weekdays.includes(weekdayOf(day))
      const days = deliveryDays(now, calendar, weekdays)
      for (const day of days) expect(isServed(day)).toBe(true)
      const late = now.getTime() >= startOfDay(today).getTime() + 15 * 3_600_000
      const week = Array.from({ length: late ? 6 : 7 }, (_each, index) => addDays(today, index + (late ? 2 : 1)))
      const expected = week.filter(isServed)
      if (expected.length > 0) {
        expect(days).toEqual(expected)
        return
      }
      expect(days).toHaveLength(1)
      for (let day = addDays(today, 8); day < (days[0] ?? ''); day = addDays(day, 1)) expect(isServed(day)).toBe(false)
    }),
  )
})

test('[V.1] a period that does not start before its end is refused', () => {
  const now = moscow('2026-11-21T12:00:00')
  expect(orderPeriod({ startDate: '21.11.2026', endDate: '21.11.2026' }, now)).toBeUndefined()
  expect(orderPeriod({ startDate: '22.11.2026', endDate: '21.11.2026' }, now)).toBeUndefined()
  expect(orderPeriod({ startDate: '22.11.2026' }, now)).toBeUndefined()
  expect(orderPeriod({ startDate: '20.11.2026', endDate: '21.11.2026' }, now)).toEqual({
    from: '2026-11-20',
    to: '2026-11-21',
  })
})

test('[N.2] orders show the last 30 days unless a period is given', () => {
  const now = moscow('2026-03-31T01:00:00')
  expect(orderPeriod({}, now)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(orderPeriod({ dateselect: 'week' }, now)).toEqual({ from: '2026-03-24', to: '2026-03-31' })
  expect(orderPeriod({ dateselect: 'month' }, now)).toEqual({ from: '2026-02-28', to: '2026-03-31' })
  expect(orderPeriod({ dateselect: 'quarter' }, now)).toEqual({ from: '2025-12-31', to: '2026-03-31' })
  expect(orderPeriod({ dateselect: 'year', startDate: '01.01.2020' }, now)).toEqual({
    from: '2025-03-31',
    to: '2026-03-31',
  })
})

test('a day starts at midnight in Moscow, and dates are formatted dd.mm.yyyy', () => {
  expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-20T21:00:00.000Z')
  expect(dayOf(new Date('2026-11-20T21:00:00Z'))).toBe('2026-11-21')
  expect(formatDay('2026-11-21')).toBe('21.11.2026')
  expect(parseDay('21.11.2026')).toBe('2026-11-21')
  expect(addWorkingDays('2026-11-20', 3, plain)).toBe('2026-11-25')
})
