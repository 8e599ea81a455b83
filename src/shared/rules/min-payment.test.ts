import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minToPay } from './min-payment.ts'

const debts = fc
  .array(fc.integer({ min: 1, max: 500 }), { maxLength: 8 })
  .map((rests) => rests.map((leftKopecks, index) => ({ leftKopecks, index })))

test('[V.14] of random debts the result covers the sum, in order, and no proper subset of it does', () => {
  fc.assert(
    fc.property(debts, fc.nat(2500), (documents, needed) => {
      const { documents: chosen, restKopecks } = minToPay(documents, needed)
      const all = sumOf(documents)
      expect(chosen.map(({ index }) => index)).toEqual(
        chosen.map(({ index }) => index).toSorted((one, other) => one - other),
      )
      if (all < needed) {
        expect(chosen).toEqual(documents)
        expect(restKopecks).toBe(needed - all)
        return
      }
      expect(restKopecks).toBe(0)
      expect(sumOf(chosen)).toBeGreaterThanOrEqual(needed)
      for (const part of properParts(chosen)) expect(sumOf(part)).toBeLessThan(needed)
    }),
    { numRuns: 5000 },
  )
})

test('the oldest debts come first, and one made unnecessary by others is left out', () => {
  const paid = (rests: number[], needed: number) =>
    minToPay(
      rests.map((leftKopecks) => ({ leftKopecks })),
      needed,
    ).documents.map(({ leftKopecks }) => leftKopecks)
  expect(paid([100, 50, 300], 120)).toEqual([100, 50])
  expect(paid([100, 50, 5000], 4000)).toEqual([5000])
  expect(paid([100, 50, 5000], 5050)).toEqual([100, 5000])
  expect(paid([100], 0)).toEqual([])
})

function sumOf(documents: readonly { leftKopecks: number }[]): number {
  return documents.reduce((sum, { leftKopecks }) => sum + leftKopecks, 0)
}

function properParts<One>(list: readonly One[]): One[][] {
  const parts = Array.from({ length: 2 ** list.length - 1 }, (_, mask) =>
    list.filter((_one, index) => mask & (1 << index)),
  )
  return list.length === 0 ? [] : parts
}
