import { expect, test } from 'vitest'
import { typeIdOf } from '#shared/rights.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { accessText, limitLine, limitTexts } from './texts.ts'

const manager = {
  type_id: typeIdOf({ role: 'manager' }),
  order_limit: null,
  period_limit: null,
  period: 'month',
} as const

test('the line of limits names only the limits that are set', () => {
  const spaced = (person: Parameters<typeof limitLine>[0]) => limitLine(person)?.replaceAll('\u00a0', ' ')
  expect(spaced({ ...manager, order_limit: 300_000, period_limit: 2_000_000 })).toBe(
    'До 300 000 ₽ на заказ · до 2 млн ₽ в мес.',
  )
  expect(spaced({ ...manager, order_limit: 150_000 })).toBe('До 150 000 ₽ на заказ')
  expect(spaced({ ...manager, period_limit: 50_000, period: 'week' })).toBe('До 50 000 ₽ в нед.')
})

test('a manager without limits reads so, and other roles have no limits', () => {
  expect(limitLine(manager)).toBe('Без лимита')
  expect(limitLine({ ...manager, type_id: typeIdOf({ role: 'owner' }) })).toBeUndefined()
  expect(limitLine({ ...manager, type_id: typeIdOf({ role: 'accountant' }) })).toBeUndefined()
})

test('every role names what its people see and what limits them', () => {
  const of = (
    role: 'owner' | 'manager' | 'accountant' | 'receiver',
    grants: { finances?: boolean; acts?: boolean },
  ) => {
    const person = { ...manager, type_id: typeIdOf({ role }), finances: false, acts: false, ...grants } as Manager
    return [accessText(person), limitTexts(person).order]
  }
  expect(of('owner', {})).toEqual(['всё', 'без лимита'])
  expect(of('manager', {})).toEqual(['цены', 'без лимита'])
  expect(of('manager', { finances: true })).toEqual(['цены, финансы', 'без лимита'])
  expect(of('manager', { acts: true })).toEqual(['цены, акты', 'без лимита'])
  expect(of('accountant', {})).toEqual(['финансы, акты', '–'])
  expect(of('receiver', { finances: true })).toEqual(['без цен', '–'])
})
