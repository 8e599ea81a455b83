import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderCategories, withDescendants } from './category-order.ts'

const category = (id: number, parentId: number | null, name: string, position = 0) => ({ id, parentId, name, position })

test('categories come after their parent, ordered by position and then by name', () => {
  const ordered = orderCategories([
    category(13, 2, 'Ель'),
    category(12, 11, 'Дрели'),
    category(15, 2, 'Ёж'),
    category(11, 2, 'Инструмент'),
    category(14, 2, 'Яма', -1),
    category(16, 12, 'Ударные'),
  ])
  expect(ordered.map(({ path }) => path)).toEqual([
    'Яма',
    'Ёж',
    'Ель',
    'Инструмент',
    'Инструмент / Дрели',
    'Инструмент / Дрели / Ударные',
  ])
  expect(withDescendants(ordered, [12]).map(({ id }) => id)).toEqual([12, 16])
  expect(withDescendants(ordered, [])).toBe(ordered)
})

test('in any tree every category is listed once and after its parent', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 10, max: 40 }), fc.option(fc.integer({ min: 2, max: 45 }))), {
        selector: ([id]) => id,
      }),
      (given) => {
        const ordered = orderCategories(given.map(([id, parentId]) => category(id, parentId, `К${id % 5}`)))
        expect(ordered.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
          given.map(([id]) => id).toSorted((a, b) => a - b),
        )
        for (const [index, { parentId }] of ordered.entries())
          if (parentId !== null) expect(ordered.slice(0, index).some(({ id }) => id === parentId)).toBe(true)
      },
    ),
  )
})
