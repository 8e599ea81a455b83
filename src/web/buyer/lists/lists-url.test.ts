import { expect, test } from 'vitest'
import { normaliseListSearch } from './lists-url.ts'

test('a list is written to its URL in the shortest form', () => {
  expect(normaliseListSearch({})).toEqual({})
  expect(normaliseListSearch({ page: '1' })).toEqual({})
  expect(normaliseListSearch({ page: '3', list: '12', product: '7' })).toEqual({ page: 3, list: 12, product: 7 })
  expect(normaliseListSearch({ page: '-2', list: 'x', offer: '0', sort: 'price' })).toEqual({})
})
