import { expect, test } from 'vitest'
import type { CategoryNode } from '#shared/api/catalogue.ts'
import { hasMatchBelow, searchTree, rowsOf, sizeOf, stepOf } from './tree-rows.ts'

const node = (id: number, header: string, children: CategoryNode[] = []): CategoryNode => ({
  id,
  header,
  url: String(id),
  count: 1,
  children,
})
const tree = [node(1, 'Инструмент', [node(2, 'Дрели'), node(3, 'Шлифмашины', [node(4, 'Щётки')])]), node(5, 'Крепёж')]
const ids = (rows: { node: CategoryNode }[]) => rows.map((row) => row.node.id)
const isOpen = (id: number) => id === 1

test('closed categories hide their subcategories', () => {
  expect(ids(rowsOf(tree, () => false))).toEqual([1, 5])
  expect(rowsOf(tree, isOpen).map(({ node, level, parent, open }) => [node.id, level, parent, open])).toEqual([
    [1, 1, undefined, true],
    [2, 2, 1, undefined],
    [3, 2, 1, false],
    [5, 1, undefined, undefined],
  ])
  expect(sizeOf(tree)).toBe(5)
})

test('a search text leaves matching categories with their ancestors, and opens only these', () => {
  expect(searchTree(tree, ' щетк ')).toEqual([{ ...tree[0], children: [{ ...tree[0]?.children[1] }] }])
  expect(ids(rowsOf(searchTree(tree, 'щетк'), (id) => [1, 3].includes(id)))).toEqual([1, 3, 4])
  expect(searchTree(tree, 'нет такой')).toEqual([])
  expect(searchTree(tree, ' ')).toEqual(tree)
  expect(searchTree(tree, 'КРЕПЕЖ').map(({ id }) => id)).toEqual([5])
  expect(tree.map((top) => hasMatchBelow(top, 'дрел'))).toEqual([true, false])
})

test('arrow keys move between rows, open and close them, and go to the parent', () => {
  const rows = rowsOf(tree, isOpen)
  expect(stepOf(rows, 1, 'ArrowDown')).toEqual({ focus: 2 })
  expect(stepOf(rows, 5, 'ArrowDown')).toBeUndefined()
  expect(stepOf(rows, 5, 'ArrowUp')).toEqual({ focus: 3 })
  expect(stepOf(rows, 3, 'ArrowRight')).toEqual({ open: 3 })
  expect(stepOf(rows, 1, 'ArrowRight')).toEqual({ focus: 2 })
  expect(stepOf(rows, 1, 'ArrowLeft')).toEqual({ close: 1 })
  expect(stepOf(rows, 2, 'ArrowLeft')).toEqual({ focus: 1 })
  expect(stepOf(rows, 2, 'ArrowRight')).toBeUndefined()
  expect(stepOf(rows, 2, 'Home')).toEqual({ focus: 1 })
  expect(stepOf(rows, 2, 'End')).toEqual({ focus: 5 })
})
