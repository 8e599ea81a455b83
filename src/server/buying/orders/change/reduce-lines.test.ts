import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#server/platform/app-error.ts'
import { isAlreadyReduced, reduceLines, type ChangeableLine } from './reduce-lines.ts'

const line = (own: Partial<ChangeableLine> = {}): ChangeableLine => ({
  position: 1,
  name: 'Дрель',
  articul: 'D-1',
  unit: 'шт',
  quantityMilli: 10_000,
  stepMilli: 1000,
  decimals: 0,
  priceKopecks: 12_345,
  sumKopecks: 123_450,
  shippedMilli: 0,
  cancelled: false,
  ...own,
})
const codeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
  return 'done'
}

test('a reduced line is recalculated; a removed one keeps its quantity', () => {
  const lines = [line(), line({ position: 2, articul: '', name: 'Бита' }), line({ position: 3 })]
  expect(
    reduceLines(lines, [
      { position: 1, quantityMilli: 4000 },
      { position: 2, quantityMilli: 5000 },
      { position: 3, quantityMilli: 0 },
    ]),
  ).toEqual({
    lines: [
      { position: 1, quantityMilli: 4000, sumKopecks: 49_380, cancelled: false },
      { position: 2, quantityMilli: 5000, sumKopecks: 61_725, cancelled: false },
      { position: 3, quantityMilli: 10_000, sumKopecks: 123_450, cancelled: true },
    ],
    empty: false,
    goodsBeforeKopecks: 370_350,
    goodsAfterKopecks: 111_105,
    comment: 'Дрель (D-1): 10 → 4 шт; Бита: 10 → 5 шт; Дрель (D-1): убрано',
  })
  expect(reduceLines([line()], [{ position: 1, quantityMilli: 0 }]).empty).toBe(true)
  expect(isAlreadyReduced(lines, [{ position: 1, quantityMilli: 10_000 }])).toBe(true)
  expect(isAlreadyReduced([line({ cancelled: true })], [{ position: 1, quantityMilli: 0 }])).toBe(true)
})

test('quantities above the ordered, below the shipped or off the step, and unknown lines are refused', () => {
  expect(codeOf(() => reduceLines([line()], [{ position: 1, quantityMilli: 11_000 }]))).toBe('onlyLess')
  expect(codeOf(() => reduceLines([line({ shippedMilli: 5000 })], [{ position: 1, quantityMilli: 4000 }]))).toBe(
    'notChangeable',
  )
  expect(codeOf(() => reduceLines([line({ stepMilli: 5000 })], [{ position: 1, quantityMilli: 4000 }]))).toBe(
    'notChangeable',
  )
  expect(codeOf(() => reduceLines([line({ stepMilli: 5000 })], [{ position: 1, quantityMilli: 5000 }]))).toBe('done')
  expect(
    codeOf(() => reduceLines([line({ decimals: 2, stepMilli: 1000 })], [{ position: 1, quantityMilli: 1250 }])),
  ).toBe('done')
  expect(codeOf(() => reduceLines([line({ cancelled: true })], [{ position: 1, quantityMilli: 1000 }]))).toBe(
    'notFound',
  )
  expect(codeOf(() => reduceLines([line()], [{ position: 2, quantityMilli: 1000 }]))).toBe('notFound')
})

test('after any reduction the sums add up, and an order without lines is reported as empty', () => {
  const arbitrary = fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 1000 }), input: fc.nat(1000), price: fc.nat(1_000_000) }),
    { minLength: 1, maxLength: 20 },
  )
  fc.assert(
    fc.property(arbitrary, (inputs) => {
      const lines = inputs.map(({ quantity, price }, index) =>
        line({
          position: index + 1,
          quantityMilli: quantity * 1000,
          priceKopecks: price,
          sumKopecks: price * quantity,
        }),
      )
      const requested = inputs.map(({ input, quantity }, index) => ({
        position: index + 1,
        quantityMilli: Math.min(input, quantity) * 1000,
      }))
      const { goodsAfterKopecks, empty } = reduceLines(lines, requested)
      expect(goodsAfterKopecks).toBe(
        inputs.reduce((sum, { input, quantity, price }) => sum + Math.min(input, quantity) * price, 0),
      )
      expect(empty).toBe(requested.every(({ quantityMilli }) => quantityMilli === 0))
    }),
    { numRuns: 500 },
  )
})
