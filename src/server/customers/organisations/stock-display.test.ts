import { expect, test } from 'vitest'
import { shownMilli, stockLabel } from './stock-display.ts'

test('above the cap the exact stock is hidden; up to it the figure is shown', () => {
  const more = { mode: 'more', capMilli: 10_000 } as const
  expect([0, 9000, 10_000, 10_001].map((milli) => [shownMilli(milli, more), stockLabel(milli, more)])).toEqual([
    [0, null],
    [9000, null],
    [10_000, null],
    [10_000, 'более 10'],
  ])
})

test('stock in words: none, few below the cap, enough from the cap on', () => {
  const words = { mode: 'words', capMilli: 10_000 } as const
  expect([-1000, 0, 1, 9999, 10_000].map((milli) => stockLabel(milli, words))).toEqual([
    'нет',
    'нет',
    'мало',
    'мало',
    'есть',
  ])
  expect(stockLabel(10_000, { mode: 'exact', capMilli: 10_000 })).toBeNull()
})
