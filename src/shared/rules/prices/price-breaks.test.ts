import { expect, test } from 'vitest'
import { discountedKopecks } from './discount.ts'
import { effectiveBreaks, nextByQuantity, nextBySum } from './next-breaks.ts'
import { decideLinePrices, type BreakableLine, type PriceBreak } from './price-breaks.ts'

const atQuantity = (units: number, priceKopecks: number): PriceBreak => ({
  by: 'quantity',
  least: units * 1000,
  priceKopecks,
  percentHundredths: null,
})
const atSum = (kopecks: number, priceKopecks: number): PriceBreak => ({
  by: 'sum',
  least: kopecks,
  priceKopecks,
  percentHundredths: null,
})
const line = (
  productId: number,
  units: number,
  baseKopecks: number | null,
  ...breaks: PriceBreak[]
): BreakableLine => ({
  productId,
  quantityMilli: units * 1000,
  baseKopecks,
  breaks,
})
const pricesOf = (...lines: BreakableLine[]) => decideLinePrices(lines).lines.map(({ priceKopecks }) => priceKopecks)

test('a break by quantity applies from exactly its quantity, and the deepest reached one wins', () => {
  const breaks = [atQuantity(10, 9500), atQuantity(100, 9000)]
  expect(pricesOf(line(1, 9.999, 10_000, ...breaks))).toEqual([10_000])
  expect(pricesOf(line(1, 10, 10_000, ...breaks))).toEqual([9500])
  expect(pricesOf(line(1, 100, 10_000, ...breaks))).toEqual([9000])
})

test('a good in two warehouses counts together; another good does not', () => {
  const breaks = [atQuantity(10, 9500)]
  expect(pricesOf(line(1, 4, 10_000, ...breaks), line(1, 6, 10_000, ...breaks), line(2, 9, 10_000, ...breaks))).toEqual(
    [9500, 9500, 10_000],
  )
})

test('lines that are not sold count neither in quantity nor in sum', () => {
  expect(pricesOf(line(1, 4, 10_000, atQuantity(10, 9500)), line(1, 6, null, atQuantity(10, 9500)))).toEqual([
    10_000,
    null,
  ])
  expect(pricesOf(line(1, 1, 10_000, atSum(10_001, 9000)), line(2, 1, null))).toEqual([10_000, null])
})

test('a break above the price without it loses, whatever made that price', () => {
  expect(pricesOf(line(1, 50, 9000, atQuantity(10, 9500)))).toEqual([9000])
  const [decided] = decideLinePrices([line(1, 50, 9500, atQuantity(10, 9500))]).lines
  expect(decided).toMatchObject({ priceKopecks: 9500, won: undefined })
})

test('a break by sum is judged without breaks by sum, also when it takes the sum below itself', () => {
  const { lines, judgedKopecks } = decideLinePrices([line(1, 10, 10_000, atSum(100_000, 9700))])
  expect(judgedKopecks).toBe(100_000)
  expect(lines[0]).toMatchObject({ priceKopecks: 9700, won: { by: 'sum' } })
})

test('a break by quantity may take the sum below a break by sum, which then is not reached', () => {
  const breaks = [atQuantity(10, 9500), atSum(100_000, 9000)]
  expect(pricesOf(line(1, 10, 10_000, ...breaks))).toEqual([9500])
  expect(pricesOf(line(1, 11, 10_000, ...breaks))).toEqual([9000])
})

test('discounts do not add up: the lower of a break by quantity and one by sum wins', () => {
  const both = (sumPrice: number) => [atQuantity(10, 9500), atSum(1, sumPrice)]
  expect(pricesOf(line(1, 10, 10_000, ...both(9700)))).toEqual([9500])
  expect(pricesOf(line(1, 10, 10_000, ...both(9400)))).toEqual([9400])
})

test('per cent is rounded half up to the kopeck, exactly for large prices, and never reaches nothing', () => {
  expect(discountedKopecks(10_000, 300)).toBe(9700)
  expect(discountedKopecks(150, 300)).toBe(146)
  expect(discountedKopecks(50, 100)).toBe(50)
  expect(discountedKopecks(333, 1250)).toBe(291)
  expect(discountedKopecks(1, 9999)).toBe(1)
  expect(discountedKopecks(9_007_199_254_740_991, 1)).toBe(9_006_298_534_815_517)
})

test('hints name the nearest break that would lower the price', () => {
  const breaks = [atQuantity(10, 9500), atQuantity(20, 9600), atQuantity(30, 9000), atSum(50_000, 9100)]
  expect(nextByQuantity(breaks, { quantityMilli: 7000, priceKopecks: 10_000 })).toMatchObject({
    missing: 3000,
    priceBreak: { priceKopecks: 9500 },
  })
  expect(nextByQuantity(breaks, { quantityMilli: 12_000, priceKopecks: 9500 })).toMatchObject({ missing: 18_000 })
  expect(nextByQuantity(breaks, { quantityMilli: 30_000, priceKopecks: 9000 })).toBeUndefined()
  expect(nextBySum(breaks, { judgedKopecks: 45_800, priceKopecks: 9500 })).toMatchObject({ missing: 4200 })
  expect(nextBySum(breaks, { judgedKopecks: 1, priceKopecks: 9000 })).toBeUndefined()
})

test('a table of breaks leaves out those that lower nothing', () => {
  const breaks = [atQuantity(30, 9000), atQuantity(20, 9600), atQuantity(10, 9500), atQuantity(5, 10_000)]
  expect(effectiveBreaks(breaks, 10_000).map(({ least }) => least)).toEqual([10_000, 30_000])
})
