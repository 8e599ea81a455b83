import { expect, test } from 'vitest'
import { withMark } from './with-mark.ts'

test('[T.4] a mark is updated in every cached reply with the product: card, catalogue page, list, linked goods', () => {
  const row = { id: 7, header: 'Дрель', inwish: false, brand: { id: 7, header: 'Makita' } }
  const marked = { ...row, inwish: true }
  expect(withMark(row, 7, 'inwish', true)).toEqual(marked)
  expect(
    withMark({ products: [{ ...row, id: 6 }, row], brands: { data: [{ id: 7, count: 2 }] } }, 7, 'inwish', true),
  ).toEqual({
    products: [{ ...row, id: 6 }, marked],
    brands: { data: [{ id: 7, count: 2 }] },
  })
  expect(withMark({ goods: [row], lists: [{ id: 7, header: 'Список' }] }, 7, 'inwish', true)).toEqual({
    goods: [marked],
    lists: [{ id: 7, header: 'Список' }],
  })
  expect(withMark([{ id: 3, data: { type: 'product', product: row } }], 7, 'inwish', true)).toEqual([
    { id: 3, data: { type: 'product', product: marked } },
  ])
})

test('a reply without the product stays the same object, so that nothing is rendered again', () => {
  const page = { goods: [{ id: 1, inwish: false }], catalog_tree: [{ id: 7 }] }
  expect(withMark(page, 7, 'inwish', true)).toBe(page)
  expect(withMark(page, 1, 'inwish', false)).toBe(page)
  expect(withMark(undefined, 7, 'inwish', true)).toBeUndefined()
})
