import { expect, test } from 'vitest'
import { formOf } from './limits-form.ts'

test('limits are shown as formatted sums', () => {
  const form = formOf({
    id: 1,
    name: '',
    login: '',
    order_limit: 300_000.5,
    period_limit: null,
    period: 'week',
    spent: 0,
  })
  expect(form).toEqual({ order: '300\u00a0000,5', ofPeriod: '', period: 'week' })
})
