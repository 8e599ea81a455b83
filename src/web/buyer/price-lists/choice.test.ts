import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CategoryNode } from '#shared/api/catalogue.ts'
import { countOf, idsOf, checkStateOfAll, checkStates, namesOf, toggled, withoutUnsold, type Choice } from './choice.ts'

const node = (id: number, count: number, children: CategoryNode[] = []): CategoryNode => ({
  id,
  header: `К${id}`,
  url: `k${id}`,
  count,
  children,
})
/** 10 has its own goods beside those of 11 and 12; 20 has only those of 21. */
const tree = [node(10, 9, [node(11, 3), node(12, 4)]), node(20, 5, [node(21, 5, [node(211, 2), node(212, 3)])])]
const press = (choice: Choice, ...ids: number[]) => ids.reduce((now, id) => toggled(tree, now, id), choice)
const marks = (choice: Choice) => Object.fromEntries(checkStates(tree, choice))
const none: Choice = new Set()

test('choosing a category chooses all subcategories; choosing a part makes its checkbox mixed', () => {
  expect(marks(press(none, 20))).toEqual({ 10: 'off', 11: 'off', 12: 'off', 20: 'on', 21: 'on', 211: 'on', 212: 'on' })
  expect(marks(press(none, 20, 211))).toMatchObject({ 20: 'mixed', 21: 'mixed', 211: 'off', 212: 'on' })
  expect(idsOf(press(none, 20, 211))).toEqual([212])
})

test('choosing all subcategories chooses the parent, unless it has goods of its own', () => {
  expect(idsOf(press(none, 211, 212))).toEqual([20])
  expect(idsOf(press(none, 11, 12))).toEqual([11, 12])
  expect(marks(press(none, 11, 12))[10]).toBe('mixed')
})

test('all top categories are the whole catalogue, and unchecking one leaves the others', () => {
  expect(press(none, 10, 20)).toBe('all')
  expect(idsOf(press('all', 10))).toEqual([20])
  expect(checkStateOfAll(press('all', 10))).toBe('mixed')
  expect(press('all', 10, 20)).toEqual(none)
})

test('categories not sold under another contract are dropped; counts and names follow the choice', () => {
  expect(withoutUnsold(tree, new Set([11, 99]))).toEqual(new Set([11]))
  expect(countOf(tree, 'all')).toBe(14)
  expect(countOf(tree, new Set([11, 21]))).toBe(8)
  expect(namesOf(tree, new Set([12, 20]))).toEqual(['К12', 'К20'])
  expect(namesOf(tree, 'all')).toEqual([])
})

test('after any clicks the choice is in its shortest form, and each click changes its checkbox', () => {
  const ids = [10, 11, 12, 20, 21, 211, 212]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids), { maxLength: 30 }), fc.constantFrom(...ids), (presses, last) => {
      const before = press(none, ...presses)
      const after = press(before, last)
      expect(withoutUnsold(tree, after)).toEqual(after)
      expect(marks(after)[last]).toBe(marks(before)[last] === 'on' ? 'off' : 'on')
    }),
  )
})
