import { expect, test } from 'vitest'
import { priceChanges, priceLine } from './price-line.ts'

const points = [
  { date: '01.01.2026', price: 100 },
  { date: '11.01.2026', price: 120 },
  { date: '21.01.2026', price: null },
  { date: '31.01.2026', price: 90 },
]

test('changes are listed newest first, each with its difference to the previous price', () => {
  expect(priceChanges(points)).toEqual([
    { date: '31.01.2026', price: 90, percent: undefined },
    { date: '21.01.2026', price: null, percent: undefined },
    { date: '11.01.2026', price: 120, percent: 20 },
    { date: '01.01.2026', price: 100, percent: undefined },
  ])
})

test('a price is drawn until the next one, with a gap while the good was not sold', () => {
  expect(priceLine(points, '10.02.2026')).toEqual({ path: 'M0 66.7H25L25 0H50M75 100H100', lowest: 90, highest: 120 })
})

test('one price is a horizontal line; without prices there is no line', () => {
  expect(priceLine([{ date: '01.01.2026', price: 100 }], '01.01.2026')).toEqual({
    path: 'M0 50H0',
    lowest: 100,
    highest: 100,
  })
  expect(priceLine([{ date: '01.01.2026', price: 100 }], '01.03.2026')?.path).toBe('M0 50H100')
  expect(priceLine([], '01.01.2026')).toBeUndefined()
  expect(priceLine([{ date: '01.01.2026', price: null }], '01.02.2026')).toBeUndefined()
})
