import { expect, test } from 'vitest'
import { weekdaysText } from './weekdays.ts'

test('weekdays have short names', () => {
  expect(weekdaysText([1, 2, 3, 4, 5])).toBe('пн–пт')
  expect(weekdaysText([2, 4])).toBe('вт, чт')
  expect(weekdaysText([1, 2, 4, 5, 6])).toBe('пн, вт, чт–сб')
  expect(weekdaysText([7, 6, 5, 4, 3, 2, 1])).toBe('ежедневно')
})
