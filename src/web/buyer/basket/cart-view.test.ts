import { expect, test } from 'vitest'
import { basketLine } from '#tests/support/basket-line.ts'
import { groupedLines, normaliseCartSearch, type CartSearch } from './cart-view.ts'

const tools = { id: 5, header: 'Электроинструмент' }
const lines = [
  basketLine({ id: 1, header: 'Дрель', articul: 'DDF485Z', price: 9840, qnt: 4, sum: 39_360, category: tools }),
  basketLine({
    id: 2,
    header: 'Круг отрезной',
    articul: '125-A',
    price: 31.7,
    qnt: 250,
    sum: 7925,
    over: true,
    category: { id: 6, header: 'Абразивы' },
    comment: 'Ещё тёплые',
  }),
  basketLine({ id: 3, header: 'Щётка', articul: 'Щ-1', price: null, sum: null, gone: true, over: true }),
  basketLine({
    id: 4,
    header: 'Аккумулятор 10',
    articul: 'BL10',
    price: 6190,
    qnt: 2,
    sum: 12_380,
    old_price: 6000,
    wms: 11,
    wms_header: 'СПб',
    category: tools,
  }),
]
const shown = (search: CartSearch) => groupedLines(lines, search).map((group) => group.lines.map(({ id }) => id))

test('lines are grouped by category with sums, those without a category last', () => {
  expect(
    groupedLines(lines, { groups: '1' }).map(({ heading, lines: own, sum }) => [heading, own.map(({ id }) => id), sum]),
  ).toEqual([
    ['Абразивы', [2], 7925],
    ['Электроинструмент', [1, 4], 51_740],
    ['Без категории', [3], null],
  ])
  expect(groupedLines(lines, {})).toMatchObject([{ heading: undefined, sum: 59_665 }])
})

test('lines can be sorted by any column, those without a price last in both directions', () => {
  expect(shown({})).toEqual([[1, 2, 3, 4]])
  expect(shown({ sorting: 'header.asc' })).toEqual([[4, 1, 2, 3]])
  expect(shown({ sorting: 'price.asc' })).toEqual([[2, 4, 1, 3]])
  expect(shown({ sorting: 'price.desc' })).toEqual([[1, 4, 2, 3]])
  expect(shown({ sorting: 'quantity.desc' })).toEqual([[2, 1, 3, 4]])
  expect(shown({ sorting: 'warehouse.desc' })).toEqual([[4, 1, 2, 3]])
  expect(shown({ sorting: 'sum.desc', groups: '1' })).toEqual([[2], [1, 4], [3]])
})

test('lines are found by words of name, article, comment or warehouse, and by kind of change', () => {
  expect(shown({ query: 'ЕЩЕ теплые' })).toEqual([[2]])
  expect(shown({ query: 'дрель ddf' })).toEqual([[1]])
  expect(shown({ query: 'спб' })).toEqual([[4]])
  expect(shown({ show: 'moved' })).toEqual([[2, 3, 4]])
  expect(shown({ show: 'comment' })).toEqual([[2]])
  expect(shown({ query: 'нет такого' })).toEqual([])
})

test('a URL is read in its shortest form, and invalid values are dropped', () => {
  expect(normaliseCartSearch({ query: ' 007 ', show: 'moved', sorting: 'price.desc', groups: '1' })).toEqual({
    query: '007',
    show: 'moved',
    sorting: 'price.desc',
    groups: '1',
  })
  expect(normaliseCartSearch({ query: ' ', show: 'all', sorting: 'articul.up', groups: 'yes', page: '2' })).toEqual({})
})
