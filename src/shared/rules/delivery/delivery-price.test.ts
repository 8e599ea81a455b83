import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveryKopecks, deliveryTerms } from './delivery-price.ts'

const kopecks = fc.integer({ min: 0, max: 10_000_000 })
const zone = fc.option(fc.record({ priceKopecks: kopecks, freeFromKopecks: fc.option(kopecks.map((sum) => sum + 1)) }))
const inputs = fc.record({
  methodId: fc.constantFrom(1, 2, 3),
  method: fc.option(fc.record({ priceKopecks: kopecks })),
  zone,
  contractFreeKopecks: fc.option(kopecks),
})

test('[E.12] own transport costs its zone’s price, or its own without a zone; other methods ignore zones', () => {
  fc.assert(
    fc.property(inputs, (each) => {
      const { priceKopecks } = deliveryTerms(each)
      const own = each.method?.priceKopecks ?? 0
      expect(priceKopecks).toBe(each.methodId === 1 ? (each.zone?.priceKopecks ?? own) : own)
      if (each.methodId !== 1) expect(deliveryTerms(each)).toEqual(deliveryTerms({ ...each, zone: null }))
    }),
  )
})

test('[N.5] delivery is free from the contract’s sum, or else from the zone’s, or else never', () => {
  fc.assert(
    fc.property(inputs, kopecks, (each, goods) => {
      const terms = deliveryTerms(each)
      const from = each.contractFreeKopecks ?? (each.methodId === 1 ? each.zone?.freeFromKopecks : null) ?? Infinity
      expect(deliveryKopecks(goods, terms)).toBe(goods >= from ? 0 : terms.priceKopecks)
      expect(deliveryKopecks(goods + 1, terms)).toBeLessThanOrEqual(deliveryKopecks(goods, terms))
      if (from < Infinity)
        expect([deliveryKopecks(from, terms), deliveryKopecks(from - 1, terms)]).toEqual([0, terms.priceKopecks])
    }),
  )
})
