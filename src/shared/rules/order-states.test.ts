import { expect, test } from 'vitest'
import { isOrderState, orderStates, orderStateSequence, stateRules, staffMoves } from './order-states.ts'

test('[E.5] states have the names and markers of the specification', () => {
  expect(stateRules(3)).toMatchObject({ name: 'Выполнен', marker: 'success' })
  expect(stateRules(4)).toMatchObject({ name: 'Отменён', marker: 'danger' })
  expect(stateRules(10)).toMatchObject({ name: 'В сборке', marker: 'primary' })
  expect(orderStateSequence.filter((state) => orderStates[state].marker === undefined)).toHaveLength(8)
})

test('staff change states as product.md §5 lists, and never from a final state', () => {
  const moves = Object.fromEntries(
    orderStateSequence.map((from) => [
      from,
      [...staffMoves({ state: from, approval: null })].toSorted((a, b) => a - b),
    ]),
  )
  expect(moves).toEqual({
    1: [2, 4, 5],
    2: [1, 4],
    5: [4, 6, 7, 10],
    6: [4, 7, 10],
    7: [4, 10],
    10: [4, 8, 9, 11],
    8: [3, 4, 9, 11],
    9: [3, 11],
    11: [3],
    3: [],
    4: [],
  })
})

test('the buyer can cancel in states 1, 2, 5, 6, 7, request it in 10 and 8, and change lines in 1, 2, 5', () => {
  const having = (wanted: (state: (typeof orderStateSequence)[number]) => boolean) => orderStateSequence.filter(wanted)
  expect(having((state) => orderStates[state].buyerCancel === 'cancel')).toEqual([1, 2, 5, 6, 7])
  expect(having((state) => orderStates[state].buyerCancel === 'ask')).toEqual([10, 8])
  expect(having((state) => orderStates[state].buyerChange === true)).toEqual([1, 2, 5])
})

test('an unknown number is not a state', () => {
  expect([0, 12, 4.5, Number.NaN].some(isOrderState)).toBe(false)
  expect(() => stateRules(12)).toThrow(RangeError)
})

test('staff can only cancel an order that waits for its owner’s approval', () => {
  expect(staffMoves({ state: 2, approval: 'waiting' })).toEqual([4])
  expect(staffMoves({ state: 2, approval: 'approved' })).toEqual([1, 4])
  expect(staffMoves({ state: 1, approval: 'waiting' })).toEqual([2, 5, 4])
})
