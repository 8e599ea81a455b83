import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/rules/dates.ts'
import { nextScheduledDay } from './schedule-days.ts'

test('a template is due after its interval, and only once after a downtime', () => {
  expect(nextScheduledDay({ nextOn: '2026-03-01', everyDays: 7 }, '2026-03-01')).toBe('2026-03-08')
  expect(nextScheduledDay({ nextOn: '2026-03-01', everyDays: 7 }, '2026-03-07')).toBe('2026-03-08')
  expect(nextScheduledDay({ nextOn: '2026-03-01', everyDays: 7 }, '2026-03-08')).toBe('2026-03-15')
  expect(nextScheduledDay({ nextOn: '2026-03-01', everyDays: 1 }, '2026-04-10')).toBe('2026-04-11')
  expect(nextScheduledDay({ nextOn: '2026-03-05', everyDays: 30 }, '2026-03-01')).toBe('2026-03-05')
})

test('the next day is after today, within one interval, and a whole number of intervals later', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 0, max: 4000 }), (everyDays, late) => {
      const nextOn = '2026-01-31'
      const today = addDays(nextOn, late)
      const next = nextScheduledDay({ nextOn, everyDays }, today)
      expect(daysBetween(nextOn, next) % everyDays).toBe(0)
      expect(daysBetween(today, next)).toBeGreaterThan(0)
      expect(daysBetween(today, next)).toBeLessThanOrEqual(everyDays)
    }),
  )
})
