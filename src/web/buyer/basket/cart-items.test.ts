import { expect, test } from 'vitest'
import type { BasketLine } from '#shared/api/basket.ts'
import { byGroup, itemKey, itemsOf } from './cart-items.ts'

const line = (id: number) => ({ id, wms: 1 }) as BasketLine
const group = (heading: string | undefined, ids: number[]) => ({ heading, lines: ids.map(line), sum: null })

test('each group’s heading comes before its lines, and rendered rows belong to their group', () => {
  const [tools, discs] = [group('Инструмент', [1, 2]), group('Круги', [3])]
  const items = itemsOf([tools, discs])
  expect(items.map(itemKey)).toEqual(['Инструмент', '1:1', '2:1', 'Круги', '3:1'])
  expect(itemsOf([group(undefined, [1, 2])]).map(itemKey)).toEqual(['1:1', '2:1'])
  const drawn = byGroup(items, [{ index: 2 }, { index: 3 }, { index: 4 }, { index: 9 }])
  expect(
    [...drawn].map(([{ heading }, placed]) => [heading, placed.map(({ item, position }) => [itemKey(item), position])]),
  ).toEqual([
    ['Инструмент', [['2:1', 0]]],
    [
      'Круги',
      [
        ['Круги', 1],
        ['3:1', 2],
      ],
    ],
  ])
})
