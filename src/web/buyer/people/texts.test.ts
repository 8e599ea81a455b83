import { expect, test } from 'vitest'
import { limitLine, typeIds } from './texts.ts'

const manager = { type_id: typeIds.manager, order_limit: null, period_limit: null, period: 'month' } as const

test('the line of limits names only the limits that are set', () => {
  const spaced = (person: Parameters<typeof limitLine>[0]) => limitLine(person)?.replaceAll('\u00a0', ' ')
  expect(spaced({ ...manager, order_limit: 300_000, period_limit: 2_000_000 })).toBe(
    'До 300 000 ₽ на заказ · до 2 млн ₽ в мес.',
  )
  expect(spaced({ ...manager, order_limit: 150_000 })).toBe('До 150 000 ₽ на заказ')
  expect(spaced({ ...manager, period_limit: 50_000, period: 'week' })).toBe('До 50 000 ₽ в нед.')
})

test('a manager without limits is told so, and other roles have no limits', () => {
  expect(limitLine(manager)).toBe('Без лимита')
  expect(limitLine({ ...manager, type_id: typeIds.owner })).toBeUndefined()
  expect(limitLine({ ...manager, type_id: typeIds.accountant })).toBeUndefined()
})
