import { expect, test } from 'vitest'
import { changedLines, isEmptied, ruleOf, sumsOf, inputOf, type OrderedLine } from './changes.ts'

const line = (own: Partial<OrderedLine> = {}): OrderedLine => ({
  line: 1,
  header: 'Дрель',
  articul: 'D-1',
  unit: 'шт',
  qnt: 10,
  step: 5,
  decimals: 0 as const,
  price: 12.5,
  sum: 125,
  wms_header: 'Москва',
  shipping: 0,
  cancel: false,
  picture: 0,
  picturetype: '',
  ...own,
})

test('only changed lines are sent, and sums follow the input', () => {
  const lines = [line(), line({ line: 2 }), line({ line: 3, cancel: true })]
  expect(changedLines(lines, {})).toEqual([])
  expect(changedLines(lines, { 1: 5000, 2: 0, 3: 0 })).toEqual([
    { line: 1, qnt: 5 },
    { line: 2, qnt: 0 },
  ])
  expect(sumsOf(lines, { 1: 5000, 2: 0 })).toEqual({ before: 25_000, after: 6250 })
  expect(sumsOf([line({ price: null, sum: null })], {})).toBeUndefined()
  expect([isEmptied(lines, { 1: 0, 2: 0 }), isEmptied(lines, { 1: 0 })]).toEqual([true, false])
})

test('an input above the reduced line is capped to it, and the stepper ends at the ordered quantity', () => {
  expect(inputOf(line({ qnt: 5 }), { 1: 10_000 })).toBe(5000)
  expect(ruleOf(line())).toEqual({ stepMilli: 5000, availableMilli: 10_000, decimals: 0 })
})
