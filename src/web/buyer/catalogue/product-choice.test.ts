import { expect, test } from 'vitest'
import type { ProductCard, ProductVariant } from '#shared/api/catalogue.ts'
import { cellKey, choiceTable, isInStock, nameOfRow, payloadOf, ruleOf, stepsOf, totalOf } from './product-choice.ts'

const variant = (id: number, params: Record<string, string>): ProductVariant => ({
  id,
  header: `Перчатки ${id}`,
  articul: `NL-${id}`,
  price: 46.2,
  price_rrc: 79,
  total_rest: 24,
  available_for_order: 24,
  below_step: false,
  stocks: [{ wms_id: 1, quantity: 24 }],
  stock_label: null,
  unit: 'пар',
  step: 12,
  decimals: 0 as const,
  quantity: 12,
  in_basket: 0,
  params: Object.fromEntries(Object.entries(params).map(([header, value]) => [header, { header, value }])),
})
const cardOf = (...variants: ProductVariant[]) => ({ ...variant(1, {}), variants }) as unknown as ProductCard

test('[T.9] a missing parameter is an empty cell under its header', () => {
  const { headers, rows } = choiceTable(
    cardOf(variant(2, { Размер: 'S', Цвет: 'Серый' }), variant(3, { Размер: 'M', Цвет: '' })),
  )
  expect(headers).toEqual(['Размер', 'Цвет'])
  expect(rows.map(({ values }) => values)).toEqual([
    ['S', 'Серый'],
    ['M', ''],
  ])
  expect(rows.map(nameOfRow)).toEqual(['S Серый', 'M'])
})

test('parameters equal for all variants have no column; a product without variants is its own row', () => {
  const table = choiceTable(
    cardOf(variant(2, { Размер: 'S', Цвет: 'Серый' }), variant(3, { Размер: 'M', Цвет: 'Серый' })),
  )
  expect(table.headers).toEqual(['Размер'])
  const [own] = choiceTable(cardOf()).rows
  expect(own).toMatchObject({ id: 1, values: [] })
  expect(own && nameOfRow(own)).toBe('NL-1')
})

test('the total and the payload are computed from the same choice', () => {
  const { rows } = choiceTable(cardOf(variant(2, { Размер: 'S' }), variant(3, { Размер: 'M' })))
  const choice = { [cellKey(2, 1)]: 120_000, [cellKey(3, 1)]: 12_000, [cellKey(3, 2)]: 0 }
  expect(totalOf(choice, rows)).toEqual({ quantity: 132, sum: 6098.4 })
  expect(payloadOf(choice)).toEqual({ 2: { 1: 120 }, 3: { 1: 12 } })
})

test('a cell is capped at the stock of its warehouse, unless the contract hides stock', () => {
  const [row] = choiceTable(cardOf(variant(2, {}))).rows
  if (!row) throw new Error('no row')
  expect(ruleOf(row, 1)).toEqual({ stepMilli: 12_000, decimals: 0, availableMilli: 24_000 })
  expect(ruleOf(row, 2).availableMilli).toBe(0)
  expect([
    isInStock(row),
    isInStock({
      ...row,
      stocks: [
        { wms_id: 1, quantity: 11 },
        { wms_id: 2, quantity: 11 },
      ],
    }),
  ]).toEqual([true, false])
  expect(ruleOf({ ...row, stock_label: 'более 10' }, 1).availableMilli).toBe(Number.MAX_SAFE_INTEGER)
})

test('packs of several sizes are listed separately, the smallest first', () => {
  const { rows } = choiceTable(
    cardOf({ ...variant(2, { Размер: 'S' }), step: 24 }, variant(3, { Размер: 'M' }), variant(4, { Размер: 'L' })),
  )
  expect(stepsOf(rows)).toEqual([12, 24])
})
