import { expect, test } from 'vitest'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { Basket } from './basket-state.ts'
import { addedBy, selectForBasket } from './select-for-basket.ts'

const row = (change: Partial<ProductRow>): ProductRow => ({
  id: 1,
  title: '',
  header: 'Дрель',
  articul: 'DF333',
  url: '',
  brand: null,
  price: 120.5,
  price_rrc: null,
  old_price: null,
  total_rest: 40,
  available_for_order: 40,
  below_step: false,
  unit: 'шт',
  quantity: 1,
  step: 1,
  decimals: 0 as const,
  wms_id: 61,
  wms: '',
  stocks: [],
  stock_label: null,
  picture: 0,
  picturetype: '',
  new: false,
  hit: false,
  sale: false,
  variants_count: 0,
  inwish: false,
  inneed: false,
  in_basket: 0,
  ...change,
})

const basket = {
  status: 'success',
  contract: 1,
  overCount: 0,
  sum: 241,
  actualWms: [],
  count: { products: 2, total: 4 },
  products: { 5: { 61: 2 } },
  lines: [{ id: 9, parent: 8, qnt: 3 }],
} as unknown as Basket

test('[S.17] checked goods are added with their initial quantity; others are named with the reason', () => {
  const goods = [
    row({ id: 1, quantity: 10, step: 10 }),
    row({ id: 2, quantity: 0, total_rest: 0, available_for_order: 0 }),
    row({ id: 3, variants_count: 4 }),
    row({ id: 5 }),
    row({ id: 6, quantity: 0, step: 100, total_rest: 122, available_for_order: 0, below_step: true }),
    row({ id: 7, quantity: 20, available_for_order: 5, stock_label: 'более 5' }),
  ]
  const { products, left } = selectForBasket(goods, basket)
  expect(products).toEqual({ 1: 10, 7: 20 })
  expect(left.map(({ id, reason }) => [id, reason])).toEqual([
    [2, 'Нет в наличии'],
    [3, 'Выберите вариант'],
    [5, 'Уже в корзине: 2\u00a0шт'],
    [6, 'Остаток меньше кратности'],
  ])
})

test('the added quantity is the difference to the previous basket over all warehouses', () => {
  const line = { wms: 61, step: 1, available: 40, stock_label: null, over: false, price: 120.5, sum: 0, note: '' }
  expect(
    addedBy(
      [row({ id: 5 })],
      [
        { ...line, id: 5, qnt: 3 },
        { ...line, id: 5, wms: 62, qnt: 1, note: 'Больше нет' },
      ],
      basket,
    ),
  ).toMatchObject([{ id: 5, quantity: 2, sum: 241, note: 'Больше нет' }])
  expect(addedBy([row({ id: 5 }), row({ id: 1 })], [{ ...line, id: 1, qnt: 1, price: null }], basket)).toMatchObject([
    { id: 1, quantity: 1, sum: null },
  ])
})
