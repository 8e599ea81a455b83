import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatKopecks,
  formatMilli,
  includedVatKopecks,
  kopecks,
  lineSumKopecks,
  milli,
  roubles,
  units,
  vatPercentOn,
  requestedMilli,
  withVatKopecks,
} from './money.ts'

const kopecksUpTo = (max: number) => fc.integer({ min: 0, max: max })

test('a line’s sum is kopecks times thousandths, rounded half up', () => {
  expect(lineSumKopecks(1841, 500)).toBe(921)
  expect(lineSumKopecks(1841, 1250)).toBe(2301)
  expect(lineSumKopecks(100, 4)).toBe(0)
  expect(lineSumKopecks(125, 4)).toBe(1)
  fc.assert(
    fc.property(kopecksUpTo(1e9), kopecksUpTo(1e8), (price, quantity) => {
      const exact = BigInt(price) * BigInt(quantity)
      const rest = exact % 1000n
      expect(BigInt(lineSumKopecks(price, quantity))).toBe(exact / 1000n + (rest >= 500n ? 1n : 0n))
    }),
  )
})

test('VAT included in a sum and added to a price agree with exact division', () => {
  expect(includedVatKopecks(12_200, 22)).toBe(2200)
  expect(withVatKopecks(10_000, 22)).toBe(12_200)
  expect(withVatKopecks(25, 22)).toBe(31)
  fc.assert(
    fc.property(kopecksUpTo(1e12), fc.constantFrom(5, 7, 10, 18, 20, 22), (sum, rate) => {
      const included = BigInt(includedVatKopecks(sum, rate))
      const twiceError = 2n * (included * BigInt(100 + rate) - BigInt(sum) * BigInt(rate))
      expect(twiceError > -BigInt(100 + rate) && twiceError <= BigInt(100 + rate)).toBe(true)
    }),
  )
})

test('the general VAT rate depends on the day, other rates do not', () => {
  expect(['2018-12-31', '2019-01-01', '2025-12-31', '2026-01-01'].map((day) => vatPercentOn('general', day))).toEqual([
    18, 20, 20, 22,
  ])
  expect(['10', '0', '5', '7', 'none'].map((vat) => vatPercentOn(vat, '2026-11-21'))).toEqual([10, 0, 5, 7, null])
})

test('[V.13] a price drops trailing zero kopecks, groups thousands, keeps two decimals otherwise', () => {
  const shown = [984_000, 1840, 123_456_789, 0, 5].map(formatKopecks)
  expect(shown).toEqual(['9\u00a0840', '18,40', '1\u00a0234\u00a0567,89', '0', '0,05'])
  expect([1000, 250, 1_234_500].map(formatMilli)).toEqual(['1', '0,25', '1\u00a0234,5'])
})

test('wire values convert to integers and back without loss', () => {
  fc.assert(
    fc.property(kopecksUpTo(1e11), (value) => {
      expect(kopecks(roubles(value))).toBe(value)
      expect(milli(units(value))).toBe(value)
    }),
  )
})

test('[V.2] requested quantities are rounded up to the thousandth; exact thousandths stay', () => {
  const moved = Array.from({ length: 20_000 }, (_, thousandths) => thousandths).filter(
    (thousandths) => requestedMilli(units(thousandths)) !== thousandths,
  )
  expect(moved).toEqual([])
  expect([0.0001, 1.0001, -2.5].map(requestedMilli)).toEqual([1, 1001, 2500])
})
