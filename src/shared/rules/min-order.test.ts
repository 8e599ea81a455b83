import { expect, test } from 'vitest'
import { minOrderMessage, missingToMinOrder } from './min-order.ts'

test('goods of the minimum or more miss nothing, and neither does a contract without one', () => {
  expect([missingToMinOrder(250_000, 300_000), missingToMinOrder(300_000, 300_000)]).toEqual([50_000, 0])
  expect([missingToMinOrder(400_000, 300_000), missingToMinOrder(0, null)]).toEqual([0, 0])
})

test('the message names both sums and leaves delivery out', () => {
  expect(minOrderMessage({ minKopecks: 300_000, missingKopecks: 50_050 }).replace(/\s/g, ' ')).toBe(
    'Минимальная сумма заказа по договору 3 000 ₽, без доставки: не хватает 500,50 ₽',
  )
})
