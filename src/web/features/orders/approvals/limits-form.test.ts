import { expect, test } from 'vitest'
import { formOf, limitOf } from './limits-form.ts'

test('a limit is read as people write sums; nothing is no limit, and nonsense is told', () => {
  expect(['300 000', '300\u00a0000,50', '0', '1.5', ' ', ''].map(limitOf)).toEqual([300_000, 300_000.5, 0, 1.5, null, null])
  expect(['-5', 'сто', '1,234', '1e9', '12345678901'].map(limitOf)).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('what is set reads back as it was', () => {
  const form = formOf({ id: 1, name: '', login: '', order_limit: 300_000.5, period_limit: null, period: 'week', spent: 0 })
  expect(form).toEqual({ order: '300\u00a0000,5', ofPeriod: '', period: 'week' })
  expect(limitOf(form.order)).toBe(300_000.5)
})
