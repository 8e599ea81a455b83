import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineSumKopecks } from './money.ts'
import { orderParts, type BilledLine } from './order-parts.ts'

const line = fc.record({
  sellerId: fc.constantFrom(1, 2),
  warehouseId: fc.constantFrom(11, 12, 13),
  vatPercent: fc.constantFrom(22, 20, 10, 7, 5, 0, null),
  priceKopecks: fc.integer({ min: 1, max: 99_999_999 }),
  quantityMilli: fc.integer({ min: 1, max: 90_000 }),
})
const basket = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 20 }),
  deliveryKopecks: fc.oneof(fc.constant(0), fc.nat(500_000)),
  deliveryVat: fc.constantFrom(22, null),
})

test('[C.55] the parts of 5,000 random baskets add up to the order to the kopeck, and equal a simple grouping', () => {
  fc.assert(
    fc.property(basket, ({ lines, deliveryKopecks, deliveryVat }) => {
      const billed: BilledLine[] = lines.map((each) => ({
        ...each,
        sumKopecks: lineSumKopecks(each.priceKopecks, each.quantityMilli),
      }))
      if (deliveryKopecks > 0)
        billed.push({ sellerId: 1, warehouseId: null, vatPercent: deliveryVat, sumKopecks: deliveryKopecks })
      const parts = orderParts(billed)

      const orderKopecks = lines.reduce((sum, each) => sum + clerksSum(each), BigInt(deliveryKopecks))
      expect(parts.reduce((sum, part) => sum + BigInt(part.sumKopecks), 0n)).toBe(orderKopecks)
      for (const part of parts) {
        const own = billed.filter(
          (each) =>
            each.sellerId === part.sellerId &&
            each.warehouseId === part.warehouseId &&
            each.vatPercent === part.vatPercent,
        )
        expect(part.lines).toBe(own.length)
        expect(part.sumKopecks).toBe(own.reduce((sum, each) => sum + each.sumKopecks, 0))
        expect(part.vatKopecks).toBe(own.reduce((sum, each) => sum + clerksVat(each), 0))
      }
      expect(parts.reduce((count, part) => count + part.lines, 0)).toBe(billed.length)
      expect(
        new Set(parts.map(({ sellerId, warehouseId, vatPercent }) => `${sellerId}/${warehouseId}/${vatPercent}`)).size,
      ).toBe(parts.length)
      expect(parts.findIndex(({ warehouseId }) => warehouseId === null)).toBe(
        deliveryKopecks > 0 ? parts.length - 1 : -1,
      )
    }),
    { numRuns: 5000 },
  )
})

test('parts are ordered by the lines’ warehouses, then VAT from high to 0 % and none, with delivery last', () => {
  const billed = (warehouseId: number | null, vatPercent: number | null): BilledLine => ({
    sellerId: 1,
    warehouseId,
    vatPercent,
    sumKopecks: 100,
  })
  const parts = orderParts([billed(null, 22), billed(12, null), billed(12, 10), billed(11, 22), billed(12, 0)])
  expect(parts.map(({ warehouseId, vatPercent }) => [warehouseId, vatPercent])).toEqual([
    [12, 10],
    [12, 0],
    [12, null],
    [11, 22],
    [null, 22],
  ])
})

test('VAT is rounded per line: three lines with 1 kopeck of VAT stay three kopecks', () => {
  const small = { sellerId: null, warehouseId: 1, vatPercent: 22, sumKopecks: 3 }
  expect(orderParts([small, small, small])).toEqual([{ ...small, lines: 3, sumKopecks: 9, vatKopecks: 3 }])
})

/** Rounds half up by text: drops the last three digits of thousandths of a kopeck. */
function clerksSum({ priceKopecks, quantityMilli }: { priceKopecks: number; quantityMilli: number }): bigint {
  const exact = BigInt(priceKopecks) * BigInt(quantityMilli)
  return exact / 1000n + (exact % 1000n >= 500n ? 1n : 0n)
}

/** sum × rate / (100 + rate) in kopecks by integer division; one more if the remainder is half or above. */
function clerksVat({ sumKopecks, vatPercent }: BilledLine): number {
  if (vatPercent === null) return 0
  const divisor = BigInt(100 + vatPercent)
  const dividend = BigInt(sumKopecks) * BigInt(vatPercent)
  return Number(dividend / divisor + ((dividend % divisor) * 2n >= divisor ? 1n : 0n))
}
