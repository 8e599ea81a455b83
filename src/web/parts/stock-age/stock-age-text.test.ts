import { expect, test } from 'vitest'
import { stockAgeText } from './stock-age-text.ts'

const at = '2026-11-20T11:05:00Z'
const textAt = (now: string, minutes = 0) => stockAgeText({ at, late_after_minutes: minutes }, new Date(now))

test('the time today, with yesterday in words and an earlier day as a date, by Moscow', () => {
  expect(textAt('2026-11-20T11:09:00Z')).toEqual({ text: 'Остатки на 14:05', isLate: false })
  expect(textAt('2026-11-20T20:59:00Z')?.text).toBe('Остатки на 14:05')
  expect(textAt('2026-11-20T21:01:00Z')?.text).toBe('Остатки на 14:05, вчера')
  expect(textAt('2026-11-22T09:00:00Z')?.text).toBe('Остатки на 14:05, 20.11')
  expect(textAt('2027-01-09T09:00:00Z')?.text).toBe('Остатки на 14:05, 20.11.2026')
})

test('stock past its age is delayed, in words', () => {
  expect(textAt('2026-11-20T12:05:00Z', 60)?.isLate).toBe(false)
  expect(textAt('2026-11-20T21:06:00Z', 60)).toEqual({
    text: 'Остатки на 14:05, вчера, данные задерживаются',
    isLate: true,
  })
  expect(textAt('2027-11-20T12:05:00Z')?.isLate).toBe(false)
})

test('nothing is said before the first exchange', () => {
  expect(stockAgeText({ at: null, late_after_minutes: 60 }, new Date())).toBeNull()
  expect(stockAgeText(undefined, new Date())).toBeNull()
})
