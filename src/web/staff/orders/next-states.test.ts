import { expect, test } from 'vitest'
import { orderStates, orderStateSequence, type OrderState } from '#shared/rules/order-states.ts'
import { stateActionsOf } from './next-states.ts'

const order = (state: OrderState, delivery_method = 1) => ({
  state,
  delivery_method,
  next: orderStates[state].staffTo.map((to) => ({ state: to, status: orderStates[to].name })),
})

test('every state with next states has one primary action, placed last, and the cancelling action first', () => {
  for (const state of orderStateSequence.filter((each) => orderStates[each].staffTo.length > 0)) {
    for (const method of [1, 2, 3]) {
      const stateActions = stateActionsOf(order(state, method))
      expect(
        stateActions.filter(({ variant }) => variant === 'primary'),
        `${state} by ${method}`,
      ).toHaveLength(1)
      expect(stateActions.at(-1)?.variant).toBe('primary')
      if (stateActions.some(({ variant }) => variant === 'danger')) expect(stateActions[0]?.variant).toBe('danger')
    }
  }
})

test('a new order can be accepted or declined; a packed one is shipped, or ready for pickup', () => {
  expect(stateActionsOf(order(1)).map(({ label }) => label)).toEqual(['Отклонить', 'На согласование', 'Принять'])
  expect(stateActionsOf(order(10, 1)).at(-1)?.label).toBe('Отгружен')
  expect(stateActionsOf(order(9, 1)).at(-1)?.label).toBe('Отгрузить остаток')
  expect(stateActionsOf(order(10, 3)).at(-1)?.label).toBe('Готов к выдаче')
})
