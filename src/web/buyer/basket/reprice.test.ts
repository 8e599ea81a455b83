import { expect, test } from 'vitest'
import { basketLine } from '#tests/support/basket-line.ts'
import { repriced } from './reprice.ts'

const fromFive = [{ by: 'quantity' as const, from: 5, price: 90, percent: null }]
const fromSum = [{ by: 'sum' as const, from: 600, price: 95, percent: 5 }]

test('a quantity that reaches a break lowers the row and its sum; below it they go back', () => {
  expect(repriced([basketLine({ qnt: 5, sum: 500, breaks: fromFive })])).toMatchObject([{ price: 90, sum: 450 }])
  expect(repriced([basketLine({ qnt: 4, price: 90, sum: 360, breaks: fromFive })])).toMatchObject([
    { price: 100, sum: 400 },
  ])
})

test('a change of one good moves the others by a break of the sum; other rows stay the same objects', () => {
  const lines = [basketLine({ qnt: 6 }), basketLine({ id: 2, qnt: 2, sum: 200, breaks: fromSum })]
  const shown = repriced(lines)
  expect(shown[0]).toBe(lines[0])
  expect(shown[1]).toMatchObject({ price: 95, sum: 190 })
})

test('without breaks, and where price politics hide the price without them, prices are the server’s', () => {
  const lines = [basketLine({ price: 77, base_price: null }), basketLine({ id: 2 })]
  expect(repriced(lines)).toEqual(lines)
})
