import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelled, done, orderStateSequence, partlyShipped, fullyShipped } from '#shared/rules/order-states.ts'
import { reservationChanges, reservedAfter, type ReservedLine } from './reservation.ts'

const accepted = 5
const line = (own: Partial<ReservedLine> = {}): ReservedLine => ({
  position: 1,
  quantityMilli: 10_000,
  shippedMilli: 0,
  cancelled: false,
  reservedMilli: 10_000,
  ...own,
})
const sameState = { from: accepted, to: accepted }

test('a reduced line releases the difference, except what 1C’s figures already include', () => {
  expect(reservedAfter(line({ quantityMilli: 4000 }), line(), sameState, 'free')).toBe(4000)
  expect(reservedAfter(line({ cancelled: true }), line(), sameState, 'free')).toBe(0)
  // 6 of 10 are in the figures: of 8 that are still ordered, 2 are not.
  expect(reservedAfter(line({ quantityMilli: 8000 }), line({ reservedMilli: 4000 }), sameState, 'free')).toBe(2000)
  expect(reservedAfter(line({ quantityMilli: 5000 }), line({ reservedMilli: 4000 }), sameState, 'free')).toBe(0)
})

test('shipped goods stay reserved until the next free-stock figures, but not with on-hand figures', () => {
  const shipping = { from: 10, to: partlyShipped }
  expect(reservedAfter(line({ shippedMilli: 6000 }), line(), shipping, 'free')).toBe(10_000)
  expect(reservedAfter(line({ shippedMilli: 6000 }), line(), shipping, 'onHand')).toBe(4000)
  // Lowered then: what is left to ship is held.
  const part = line({ shippedMilli: 6000, reservedMilli: 4000 })
  expect(reservedAfter({ ...part, quantityMilli: 8000 }, part, sameState, 'onHand')).toBe(2000)
  for (const to of [fullyShipped, done]) {
    expect(reservedAfter(part, part, { from: partlyShipped, to }, 'onHand')).toBe(0)
    expect(reservedAfter(part, part, { from: partlyShipped, to }, 'free')).toBe(4000)
  }
})

test('a cancelled order reserves nothing; a restored or added line reserves all of it', () => {
  expect(reservedAfter(line(), line(), { from: accepted, to: cancelled }, 'free')).toBe(0)
  expect(reservedAfter(line(), line({ reservedMilli: 0 }), { from: cancelled, to: accepted }, 'free')).toBe(10_000)
  expect(reservedAfter(line(), undefined, sameState, 'free')).toBe(10_000)
})

test('after any change a line’s reserve is between zero and its quantity', () => {
  const state = fc.constantFrom(...orderStateSequence)
  const milli = fc.nat(10_000)
  const lines = fc.array(
    fc.record({ quantity: milli, held: milli, wanted: milli, shipped: milli, removed: fc.boolean() }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(lines, state, state, fc.constantFrom('free', 'onHand'), (given, from, to, meaning) => {
      const before = given.map(({ quantity, held }, index) =>
        line({ position: index, quantityMilli: quantity, reservedMilli: Math.min(held, quantity) }),
      )
      const after = given.map(({ wanted, shipped, removed }, index) =>
        line({ position: index, quantityMilli: wanted, shippedMilli: Math.min(shipped, wanted), cancelled: removed }),
      )
      const { released, reserved } = reservationChanges(before, after, { from, to }, meaning)
      for (const { position, quantityMilli, cancelled: gone } of after) {
        const sum =
          [...released.map((each) => ({ ...each, milli: -each.milli })), ...reserved].find(
            (each) => each.position === position,
          )?.milli ?? 0
        const holds = (before[position]?.reservedMilli ?? 0) + sum
        expect(holds).toBeGreaterThanOrEqual(0)
        expect(holds).toBeLessThanOrEqual(gone || to === cancelled ? 0 : quantityMilli)
      }
    }),
    { numRuns: 500 },
  )
})
