import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fitQuantity,
  initialQuantity,
  isMultiple,
  maxOrderable,
  parseQuantityInput,
  stepDown,
  stepUp,
  type QuantityRule,
} from './step.ts'

const whole = { stepMilli: 1000, availableMilli: 10_000, decimals: 0 } satisfies QuantityRule
const byFive = { stepMilli: 5000, availableMilli: 23_000, decimals: 0 } satisfies QuantityRule
const quarterKilo = { stepMilli: 250, availableMilli: 1_900, decimals: 0 } satisfies QuantityRule
const third = { stepMilli: 333, availableMilli: 1_100, decimals: 0 } satisfies QuantityRule
const looseKilo = { stepMilli: 1000, availableMilli: 2_345, decimals: 2 } satisfies QuantityRule

test('[V.4] a quantity starts at one step, or at 0 if a step exceeds the stock', () => {
  expect(initialQuantity(1000, 10_000)).toBe(1000)
  expect(initialQuantity(5000, 5000)).toBe(5000)
  expect(initialQuantity(5000, 4999)).toBe(0)
  expect(initialQuantity(250, 1000)).toBe(250)
  expect(initialQuantity(126, 128)).toBe(0)
})

test('[V.5] a quantity steps up only within the available stock', () => {
  expect(stepUp(0, byFive)).toBe(5000)
  expect(stepUp(15_000, byFive)).toBe(20_000)
  expect(stepUp(20_000, byFive)).toBe(20_000)
  expect(stepUp(1_345, looseKilo)).toBe(2_345)
  expect(stepUp(1_350, looseKilo)).toBe(1_350)
  expect([stepUp(0, third), stepUp(330, third), stepUp(670, third), stepUp(1000, third)]).toEqual([
    330, 670, 1000, 1000,
  ])
})

test('[V.5] a quantity steps down to one step and no further; 0 stays 0', () => {
  expect(stepDown(10_000, byFive)).toBe(5000)
  expect(stepDown(5000, byFive)).toBe(5000)
  expect(stepDown(0, byFive)).toBe(0)
  expect(stepDown(500, looseKilo)).toBe(500)
  expect(stepDown(1_500, looseKilo)).toBe(1000)
  expect([stepDown(1000, third), stepDown(670, third), stepDown(330, third)]).toEqual([670, 330, 330])
})

test('[V.6] a typed quantity is rounded up to the step and capped at the largest available multiple', () => {
  expect(fitQuantity(3000, byFive)).toEqual({ quantityMilli: 5000, note: 'rounded' })
  expect(fitQuantity(5000, byFive)).toEqual({ quantityMilli: 5000, note: undefined })
  expect(fitQuantity(21_000, byFive)).toEqual({ quantityMilli: 20_000, note: 'capped' })
  expect(fitQuantity(0, byFive)).toEqual({ quantityMilli: 5000, note: undefined })
  expect(fitQuantity(1, { ...byFive, availableMilli: 4000 })).toEqual({ quantityMilli: 0, note: 'capped' })
  expect(fitQuantity(300, quarterKilo)).toEqual({ quantityMilli: 500, note: 'rounded' })
  expect(fitQuantity(9000, quarterKilo)).toEqual({ quantityMilli: 1750, note: 'capped' })
})

test('[V.7] kg keep two decimals; a minus sign and leading zeros are dropped', () => {
  expect(fitQuantity(1_234, looseKilo)).toEqual({ quantityMilli: 1_230, note: 'rounded' })
  expect(fitQuantity(5_000, looseKilo)).toEqual({ quantityMilli: 2_340, note: 'capped' })
  expect(fitQuantity(-3000, whole)).toEqual({ quantityMilli: 3000, note: undefined })
  expect(['007', '-12', '1,5', '1 000', '.5', '', '1e3', 'abc', '0.001'].map(parseQuantityInput)).toEqual([
    7000,
    12_000,
    1500,
    1_000_000,
    500,
    undefined,
    undefined,
    undefined,
    1,
  ])
})

/** The same rules by brute force: every allowed quantity, from one step up. */
function allowed({ stepMilli, availableMilli, decimals }: QuantityRule): number[] {
  const list = []
  const stride = decimals === 2 ? 10 : stepMilli
  for (let exact = stride; ; exact += stride) {
    const rounded = Math.round(exact / 10) * 10
    const quantity = stepMilli % 10 === 0 || decimals === 2 ? exact : rounded
    if (quantity > availableMilli) return list
    list.push(quantity)
  }
}

/** Counts steps up to the requested quantity, then rounds to 0.01 if the step is finer; an allowed quantity stays. */
function enough(wanted: number, { stepMilli, decimals }: QuantityRule, list: number[]): number {
  if (decimals === 2) return Math.max(10, Math.round(wanted / 10) * 10)
  if (list.includes(wanted)) return wanted
  let exact = stepMilli
  while (exact < wanted) exact += stepMilli
  return stepMilli % 10 === 0 ? exact : Math.round(exact / 10) * 10
}

const rules: fc.Arbitrary<QuantityRule> = fc.record({
  stepMilli: fc.oneof(fc.integer({ min: 10, max: 400 }), fc.constantFrom(250, 500, 1000, 2000, 5000, 12_000)),
  availableMilli: fc.integer({ min: -100, max: 30_000 }),
  decimals: fc.constantFrom(0, 2),
})

test('[V.6] typed quantities agree with counting, for any step and stock', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: -40_000, max: 40_000 }), (rule, typed) => {
      const list = allowed(rule)
      expect(maxOrderable(rule)).toBe(list.at(-1) ?? 0)

      const { quantityMilli, note } = fitQuantity(typed, rule)
      expect(quantityMilli === 0 ? list.length === 0 : list.includes(quantityMilli)).toBe(true)
      if (quantityMilli > 0) expect(isMultiple(quantityMilli, rule)).toBe(true)
      const wanted = Math.abs(typed)
      if (wanted > 0) expect(quantityMilli).toBe(Math.min(enough(wanted, rule, list), list.at(-1) ?? 0))
      if (note === undefined && wanted > 0) expect(quantityMilli).toBe(wanted)
      expect(fitQuantity(quantityMilli || rule.stepMilli, rule).quantityMilli).toBe(quantityMilli)
    }),
    { numRuns: 5000 },
  )
})

test('[V.5] stepping up and down visits exactly the allowed quantities', () => {
  fc.assert(
    fc.property(
      rules.filter((rule) => rule.decimals === 0),
      (rule) => {
        const list = allowed(rule).slice(0, 50)
        let quantity = 0
        for (const expected of list) {
          quantity = stepUp(quantity, rule)
          expect(quantity).toBe(expected)
        }
        for (const expected of list.toReversed().slice(1)) {
          quantity = stepDown(quantity, rule)
          expect(quantity).toBe(expected)
        }
        expect(stepDown(quantity, rule)).toBe(quantity)
      },
    ),
    { numRuns: 2000 },
  )
})
