import { expect, test } from 'vitest'
import { distributeAdditions, rowAddition } from './additions.ts'

const goods = {
  id: 7,
  parent: null,
  header: 'Круг отрезной',
  articul: 'KR-125',
  brand: '',
  unit: 'шт',
  step: 10,
  decimals: 0 as const,
  available: 50,
  below_step: false,
  stock_label: null,
  price: 45,
  picture: 0,
  picturetype: '',
  in_basket: 20,
  lacks: [],
  has: [],
  doubt: null,
}
const row = { accepted: 40, added: 30, goods, in_basket: 20 }

test('a single row takes the quantity computed by the server for the mode', () => {
  expect([rowAddition(row, 0, 'set'), rowAddition(row, 0, 'add')]).toEqual([40_000, 30_000])
})

test('a later row of the same good takes the remaining stock, in whole steps', () => {
  expect([rowAddition(row, 15_000, 'set'), rowAddition(row, 15_000, 'add')]).toEqual([30_000, 10_000])
  expect(rowAddition(row, 50_000, 'set')).toBe(0)
})

test('a typed quantity is also limited by what the basket has', () => {
  expect(rowAddition({ ...row, edited: true }, 0, 'add')).toBe(30_000)
  expect(rowAddition({ ...row, accepted: 20, edited: true }, 0, 'add')).toBe(20_000)
})

test('rows of a good take stock in order; rows without a good take nothing', () => {
  const wanted = [
    { good: 7, milli: 30 },
    { good: null, milli: 5 },
    { good: 7, milli: 30 },
    { good: 8, milli: 1 },
  ]
  const { shares, byGood } = distributeAdditions(
    wanted,
    ({ good }) => good,
    ({ milli }, earlierMilli) => Math.min(milli, 50 - earlierMilli),
  )
  expect(shares.map(({ earlierMilli, additionMilli }) => [earlierMilli, additionMilli])).toEqual([
    [0, 30],
    [0, 0],
    [30, 20],
    [0, 1],
  ])
  expect([...byGood]).toEqual([
    [7, 50],
    [8, 1],
  ])
})
