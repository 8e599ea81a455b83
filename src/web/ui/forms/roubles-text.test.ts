import { expect, test } from 'vitest'
import { parseRoublesText, formatRoublesText } from './roubles-text.ts'

test('a typed sum is parsed; an empty one is null, and an invalid one an error', () => {
  expect(['300 000', '300\u00a0000,50', '1 200 ₽', '0', '1.5', ' ', ''].map(parseRoublesText)).toEqual([
    300_000,
    300_000.5,
    1200,
    0,
    1.5,
    null,
    null,
  ])
  expect(['-5', 'сто', '1,234', '1e9', '12345678901'].map(parseRoublesText)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a formatted sum is parsed back', () => {
  for (const sum of [0, 900, 300_000.5, 1_234_567.89]) expect(parseRoublesText(formatRoublesText(sum))).toBe(sum)
  expect(formatRoublesText(null)).toBe('')
})
