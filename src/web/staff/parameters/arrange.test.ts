import { expect, test } from 'vitest'
import type { StaffParameter } from '#shared/api/staff/parameters.ts'
import { withMoved, filterParameters, findSuccessor, targetOf } from './arrange.ts'

const parameter = (id: number, change: Partial<StaffParameter> = {}): StaffParameter => ({
  id,
  header: `Параметр ${id}`,
  unit: '',
  exchange_header: `1С ${id}`,
  examples: [],
  values: 2,
  goods: 3,
  filter: true,
  card: true,
  by_hand: [],
  hidden_because: null,
  ...change,
})
const all = [
  parameter(1),
  parameter(2, { filter: false, card: false }),
  parameter(3),
  parameter(4, { filter: false, hidden_because: 'ownValues' }),
  parameter(5),
]
const ids = (parameters: readonly { id: number }[]) => parameters.map(({ id }) => id)

test('tabs list visible, hidden and unused parameters, and the search covers both names', () => {
  const withEmpty = [
    ...all,
    parameter(6, { goods: 0, values: 0 }),
    parameter(7, { goods: 0, values: 0, filter: false, card: false }),
  ]
  expect((['seen', 'hidden', 'empty'] as const).map((state) => ids(filterParameters(withEmpty, { state })))).toEqual([
    [1, 3, 4, 5],
    [2, 7],
    [6],
  ])
  expect(ids(filterParameters(all, {}))).toEqual([1, 3, 4, 5])
  expect(ids(filterParameters(all, { state: 'hidden' }))).toEqual([2])
  expect(ids(filterParameters(all, { query: '1с 3' }))).toEqual([3])
})

test('a parameter is moved to the visible position of another one, also with hidden parameters between them', () => {
  expect(ids(withMoved(all, 1, findSuccessor(all, 1, 3) ?? null))).toEqual([2, 3, 1, 4, 5])
  expect(ids(withMoved(all, 3, findSuccessor(all, 3, 1) ?? null))).toEqual([3, 1, 2, 4, 5])
  expect(ids(withMoved(all, 3, findSuccessor(all, 3, 5) ?? null))).toEqual([1, 2, 4, 5, 3])
  expect([findSuccessor(all, 3, 3), findSuccessor(all, 3, 99), findSuccessor(all, 99, 3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a step moves a parameter by one on the screen; the last one stays', () => {
  expect(targetOf(all, {}, 1, { step: 1 })).toBe(3)
  expect(targetOf(all, {}, 5, { step: -1 })).toBe(4)
  expect([targetOf(all, {}, 5, { step: 1 }), targetOf(all, { query: '5' }, 5, { step: -1 })]).toEqual([
    undefined,
    undefined,
  ])
  expect(targetOf(all, { state: 'hidden' }, 1, { onto: 2 })).toBe(2)
})
