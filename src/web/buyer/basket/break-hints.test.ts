import { expect, test } from 'vitest'
import { basketLine } from '#tests/support/basket-line.ts'
import { quantityHints, sumHint } from './break-hints.ts'

const spaced = (text: string | undefined) => text?.replaceAll('\u00A0', ' ')
const at = (by: 'quantity' | 'sum', from: number, price: number, percent: number | null = null) => ({
  by,
  from,
  price,
  percent,
})

test('a good in two warehouses is hinted once, by what is missing in both together', () => {
  const breaks = [at('quantity', 10, 95), at('quantity', 100, 90)]
  const lines = [basketLine({ qnt: 4, breaks }), basketLine({ wms: 11, qnt: 3, breaks })]
  expect([...quantityHints(lines)].map(([key, text]) => [key, spaced(text)])).toEqual([
    ['1:10', 'ещё 3 шт до цены 95 ₽'],
  ])
})

test('goods without a price, without breaks or no longer sold have no hint', () => {
  const breaks = [at('quantity', 10, 95), at('sum', 5000, 97, 3)]
  const lines = [
    basketLine({ id: 1, breaks, price: null, base_price: null }),
    basketLine({ id: 2 }),
    basketLine({ id: 3, breaks, gone: true, price: null, base_price: null }),
  ]
  expect([...quantityHints(lines)]).toEqual([])
  expect(sumHint(lines)).toBeUndefined()
})

test('the sum to a discount is of the basket without it; goods outside it are told', () => {
  const breaks = [at('sum', 5000, 97, 3), at('sum', 9000, 95, 5)]
  expect(spaced(sumHint([basketLine({ qnt: 8, sum: 800, breaks })]))).toBe('Ещё 4 200 ₽ до скидки 3 %')
  expect(spaced(sumHint([basketLine({ qnt: 8, breaks }), basketLine({ id: 2, qnt: 2 })]))).toBe(
    'Ещё 4 000 ₽ до скидки 3 % на 1 товар',
  )
  expect(spaced(sumHint([basketLine({ qnt: 60, price: 97, breaks })]))).toBe('Ещё 3 000 ₽ до скидки 5 %')
})

test('different prices at one sum have no single discount to name', () => {
  const lines = [
    basketLine({ id: 1, qnt: 10, breaks: [at('sum', 5000, 97, 3)] }),
    basketLine({ id: 2, qnt: 10, breaks: [at('sum', 5000, 90)] }),
  ]
  expect(spaced(sumHint(lines))).toBe('Ещё 3 000 ₽ до цен ниже')
})
