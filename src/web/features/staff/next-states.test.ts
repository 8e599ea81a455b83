import { expect, test } from 'vitest'
import { orderStates, orderStateSequence, type OrderState } from '#shared/rules/order-states.ts'
import { deedsOf } from './next-states.ts'

const order = (state: OrderState, delivery_method = 1) => ({
  state,
  delivery_method,
  next: orderStates[state].staffTo.map((to) => ({ state: to, status: orderStates[to].name })),
})

test('every state that staff may leave has exactly one primary deed, last, and the cancelling one first', () => {
  for (const state of orderStateSequence.filter((each) => orderStates[each].staffTo.length > 0)) {
    for (const method of [1, 2, 3]) {
      const deeds = deedsOf(order(state, method))
      expect(deeds.filter(({ look }) => look === 'primary'), `${state} by ${method}`).toHaveLength(1)
      expect(deeds.at(-1)?.look).toBe('primary')
      if (deeds.some(({ look }) => look === 'danger')) expect(deeds[0]?.look).toBe('danger')
    }
  }
})

test('a new order is taken or declined; a packed one leaves, or waits to be fetched', () => {
  expect(deedsOf(order(1)).map(({ label }) => label)).toEqual(['Отклонить', 'На согласование', 'Принять'])
  expect(deedsOf(order(10, 1)).at(-1)?.label).toBe('Отгружен')
  expect(deedsOf(order(10, 3)).at(-1)?.label).toBe('Готов к выдаче')
})
