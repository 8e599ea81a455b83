import { expect, test } from 'vitest'
import { basketLine as line } from '#tests/support/basket-line.ts'
import { isOffStep, isOver, mended, priceMove, removed, totalsOf } from './lines.ts'

test('figures are counted from the lines, to the kopeck', () => {
  expect(totalsOf([line({}), line({ id: 2, qnt: 0.25, price: 33.33, price_rrc: null, weight: null, volume: null })])).toEqual({
    sum: 408.33, vat: 73.63, vatPercent: 22, weight: 6, volume: 0.04, margin: 120, marginPercent: 29,
  })
  expect(totalsOf([line({ price: null, price_rrc: null })])).toMatchObject({ sum: null, vat: null, margin: null })
  expect(totalsOf([line({}), line({ vat: 10 })]).vatPercent).toBeUndefined()
})

test('a line that asks for more than there is comes down to the largest multiple; one that is gone goes', () => {
  const lines = [line({ qnt: 50, step: 25, available: 40 }), line({ id: 2, wms: 11, gone: true }), line({ id: 3, available: 0 }), line({ id: 4 })]
  expect(lines.map(isOver)).toEqual([true, true, true, false])
  expect(mended(lines)).toEqual({ 1: { 10: 25 }, 2: { 11: 0 }, 3: { 10: 0 } })
  expect(removed([line({}), line({ wms: 11 })])).toEqual({ 1: { 10: 0, 11: 0 } })
})

test('[V.6] a line off a new step goes up to it, or down where the stock ends', () => {
  const lines = [line({ qnt: 25, step: 10, available: 100 }), line({ id: 2, qnt: 25, step: 10, available: 27 }), line({ id: 3, qnt: 20, step: 10, available: 100 }), line({ id: 4, qnt: 25, step: 10, gone: true })]
  expect(lines.map(isOffStep)).toEqual([true, true, false, false])
  expect(mended(lines)).toEqual({ 1: { 10: 30 }, 2: { 10: 20 }, 4: { 10: 0 } })
})

test('a move of the price is told in roubles', () => {
  expect(priceMove(line({ price: 268, old_price: 256 }))).toBe(12)
  expect(priceMove(line({ price: 99.9, old_price: 100 }))).toBe(-0.1)
  expect(priceMove(line({}))).toBe(0)
})
