import { expect, test } from 'vitest'
import { minOrderMessage, missingToMinOrder } from './min-order.ts'

test('nothing is missing at or above the minimum, or without one', () => {
  expect([missingToMinOrder(250_000, 300_000), missingToMinOrder(300_000, 300_000)]).toEqual([50_000, 0])
  expect([missingToMinOrder(400_000, 300_000), missingToMinOrder(0, null)]).toEqual([0, 0])
})

test('the message names both sums, without delivery', () => {
  expect(minOrderMessage({ minKopecks: 300_000, missingKopecks: 50_050 }).replace(/\s/g, ' ')).toBe(
    'Минимальная сумма заказа по договору 3 000 ₽, без доставки: не хватает 500,50 ₽',
  )
})
