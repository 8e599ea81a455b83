import { expect, test } from 'vitest'
import type { CheckoutChange } from '#shared/api/orders.ts'
import { basketLine } from '#tests/support/basket-line.ts'
import { acceptedDelivery, acceptedQuantities, newValueText, oldValueText, reasonText } from './changes.ts'

const change = (fields: Partial<CheckoutChange>): CheckoutChange => ({
  id: 1,
  wms: 10,
  header: 'Дрель',
  articul: 'DDF485Z',
  what: 'stock',
  old_price: 100,
  price: 100,
  qnt: 25,
  available: 100,
  step: 1,
  new_qnt: 25,
  ...fields,
})
const lines = [basketLine({ qnt: 25 }), basketLine({ id: 2, qnt: 25, unit: 'кг', decimals: 2 })]
const textOf = (each: CheckoutChange) =>
  `${reasonText(each, lines)}: ${oldValueText(each)} → ${newValueText(each, lines)}`

test('a changed step is shown with the unit and the fixed quantity', () => {
  expect(textOf(change({ what: 'step', step: 10, new_qnt: 30 }))).toBe('теперь продаётся кратно 10 шт: 25 → 30')
  expect(textOf(change({ what: 'step', step: 0.25, new_qnt: 25.25 }))).toBe(
    'теперь продаётся кратно 0,25 шт: 25 → 25,25',
  )
  expect(textOf(change({ what: 'step', step: 50, available: 40, new_qnt: 0 }))).toBe(
    'теперь продаётся кратно 50 шт, а осталось 40: 25 → удалим',
  )
  expect(textOf(change({ id: 2, what: 'step', qnt: 0.125, new_qnt: 0.13 }))).toBe(
    'количество округляется до сотых: 0,125 → 0,13',
  )
})

test('changed prices, changed stock and goods no longer sold have different texts', () => {
  expect(textOf(change({ what: 'price', price: 112.5 }))).toBe('изменилась цена: 100 ₽ → 112,50 ₽')
  expect(textOf(change({ available: 7, new_qnt: 7 }))).toBe('товар забрали другие покупатели: 25 → 7')
  expect(textOf(change({ available: 0, new_qnt: 0 }))).toBe('товар закончился: 25 → удалим')
  expect(textOf(change({ what: 'delivery', old_price: 0, price: 900 }))).toBe(
    'изменилась стоимость доставки: бесплатно → 900 ₽',
  )
  expect(textOf(change({ what: 'gone', available: 0, new_qnt: 0 }))).toBe('больше не продаётся: 25 → удалим')
})

test('accepting sets the new quantities and never restores lines removed from the basket', () => {
  const changes = [
    change({ what: 'price', price: 90 }),
    change({ available: 20, new_qnt: 20 }),
    change({ what: 'step', step: 10, available: 20, new_qnt: 20 }),
    change({ id: 2, what: 'step', new_qnt: 30 }),
    change({ id: 3, what: 'step', new_qnt: 30 }),
    change({ id: 0, wms: 0, what: 'delivery', old_price: 900, price: 0 }),
  ]
  expect(acceptedQuantities(changes, lines)).toEqual({ 1: { 10: 20 }, 2: { 10: 30 }, 3: { 10: 0 } })
  expect([acceptedDelivery(changes), acceptedDelivery(changes.slice(0, 2))]).toEqual([0, undefined])
})
