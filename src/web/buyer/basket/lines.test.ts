import { expect, test } from 'vitest'
import { basketLine as line } from '#tests/support/basket-line.ts'
import { isNotMultiple, fixedQuantity, priceChange, withoutLines, stockDecrease, totalsOf } from './lines.ts'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'

test('totals are computed from the lines, to the kopeck', () => {
  expect(
    totalsOf([line({}), line({ id: 2, qnt: 0.25, price: 33.33, price_rrc: null, weight: null, volume: null })]),
  ).toEqual({
    sum: 408.33,
    vat: 73.63,
    vatPercent: 22,
    weight: 6,
    volume: 0.04,
    margin: 120,
    marginPercent: 29,
  })
  expect(totalsOf([line({ price: null, price_rrc: null })])).toMatchObject({ sum: null, vat: null, margin: null })
  expect(totalsOf([line({}), line({ vat: 10 })]).vatPercent).toBeUndefined()
})

test('removed rows are set to 0 in their warehouse', () => {
  expect(withoutLines([line({}), line({ wms: 11 })])).toEqual({ 1: { 10: 0, 11: 0 } })
})

test('[V.6] a line that does not fit a new step is rounded up, or down at the end of the stock', () => {
  const lines = [
    line({ qnt: 25, step: 10, available: 100 }),
    line({ id: 2, qnt: 25, step: 10, available: 27 }),
    line({ id: 3, qnt: 20, step: 10, available: 100 }),
    line({ id: 4, qnt: 25, step: 10, gone: true }),
  ]
  expect(lines.map(isNotMultiple)).toEqual([true, true, false, false])
  expect(lines.map(fixedQuantity)).toEqual([30, 20, 20, 0])
})

test('with hidden stock the stepper is not capped and no stock is shown', () => {
  const hidden = line({ qnt: 40, available: 10, stock_label: 'более 10', over: false })
  expect(quantityRule(hidden).availableMilli).toBe(Number.MAX_SAFE_INTEGER)
  expect(quantityRule(line({ available: 0, stock_label: 'нет' })).availableMilli).toBe(0)
  expect(quantityRule(line({ available: 9 })).availableMilli).toBe(9000)
  expect(fixedQuantity(hidden)).toBe(40)
})

test('a decreased stock is shown while it covers the line', () => {
  expect(
    [line({ old_available: 40 }), line({ old_available: 5 }), line({}), line({ old_available: 40, over: true })].map(
      stockDecrease,
    ),
  ).toEqual([40, undefined, undefined, undefined])
})

test('a price change is shown in roubles', () => {
  expect(priceChange(line({ price: 268, old_price: 256 }))).toBe(12)
  expect(priceChange(line({ price: 99.9, old_price: 100 }))).toBe(-0.1)
  expect(priceChange(line({}))).toBe(0)
})
