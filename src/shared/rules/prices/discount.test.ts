import { expect, test } from 'vitest'
import { discountedKopecks } from './discount.ts'

test('a discounted price is rounded half up to the kopeck', () => {
  expect(discountedKopecks(10_000, 700)).toBe(9300)
  expect(discountedKopecks(10, 500)).toBe(10)
  expect(discountedKopecks(10, 501)).toBe(9)
  expect(discountedKopecks(3, 5000)).toBe(2)
  expect(discountedKopecks(9_999, 1)).toBe(9998)
})

test('a price stays above zero, and large ones are exact', () => {
  expect(discountedKopecks(1, 9999)).toBe(1)
  expect(discountedKopecks(9_999_999_999_999, 1)).toBe(9_998_999_999_999)
})
