import { expect, test } from 'vitest'
import type { BasketLine } from '#shared/api/basket.ts'
import { quantityIn, quantityOfCard, withReply, withQuantity, type Basket } from './basket-state.ts'

const line = {
  id: 7,
  wms: 1,
  qnt: 4,
  step: 1,
  available: 9,
  price: 9840,
  sum: 39_360,
  note: '',
  over: false,
  stock_label: null,
  gone: false,
  parent: null,
} as BasketLine
const basket = {
  count: { products: 1, total: 4 },
  sum: 39_360,
  products: { 7: { 1: 4 } },
  lines: [line],
} as unknown as Basket
const drill = { id: 7, price: 9840, name: 'DDF485Z' }

test('a quantity shows at once in its line, the counts and the total', () => {
  const next = withQuantity(basket, { ...drill, warehouse: 1, quantityMilli: 6000 })
  expect(next).toMatchObject({ count: { products: 1, total: 6 }, sum: 59_040, products: { 7: { 1: 6 } } })
  expect(next.lines).toMatchObject([{ qnt: 6, sum: 59_040 }])
})

test('a new product adds a line to the counts, and 0 removes it', () => {
  const added = withQuantity(basket, { id: 8, price: 18.4, name: 'бита', quantityMilli: 10_000 })
  expect(added).toMatchObject({ count: { products: 2, total: 14 }, sum: 39_544 })
  expect(quantityIn(added, 8)).toBe(10_000)
  const removed = withQuantity(added, { id: 8, price: 18.4, name: 'бита', quantityMilli: 0 })
  expect(removed).toMatchObject({ count: basket.count, sum: basket.sum, products: basket.products })
})

test('rolling back a refused change restores the basket', () => {
  const changed = withQuantity(basket, { ...drill, warehouse: 1, quantityMilli: 6000 })
  expect(withQuantity(changed, { ...drill, warehouse: 1, quantityMilli: 4000 })).toEqual(basket)
})

test("the server's reply replaces the local state: spread over warehouses, capped, removed", () => {
  const wanted = withQuantity(basket, { id: 8, price: 10, name: 'круг', quantityMilli: 30_000 })
  const stats = { count: { products: 3, total: 29 }, actualWms: [], overCount: 0, contract: 1, sum: 39_610 }
  const touched = [
    { id: 8, wms: 1, qnt: 20, step: 1, available: 20, stock_label: null, over: false, price: 10, sum: 200, note: '' },
    {
      id: 8,
      wms: 2,
      qnt: 5,
      step: 1,
      available: 5,
      stock_label: null,
      over: false,
      price: 10,
      sum: 50,
      note: 'Количество уменьшено до остатка',
    },
  ]
  const answered = withReply(wanted, stats, touched)
  expect(answered.products[8]).toEqual({ 1: 20, 2: 5 })
  expect([quantityIn(answered, 8), quantityIn(answered, 8, 2)]).toEqual([25_000, 5000])
  expect(answered.sum).toBe(39_610)
  const gone = withReply(answered, stats, [{ ...line, qnt: 0 }])
  expect([gone.products[7], gone.lines]).toEqual([undefined, []])
})

test("a card's quantity is the sum of its variants", () => {
  const variants = [
    { ...line, id: 11, parent: 10, qnt: 12 },
    { ...line, id: 12, parent: 10, qnt: 24 },
  ]
  expect(quantityOfCard({ ...basket, lines: [...basket.lines, ...variants] }, 10)).toBe(36_000)
})
