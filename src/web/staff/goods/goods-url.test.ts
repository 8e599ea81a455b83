import { expect, test } from 'vitest'
import { changeGoodsSearch, goodsInputOf, isFiltered, normaliseGoodsSearch } from './goods-url.ts'

test('invalid values in the URL are dropped, and defaults are not written', () => {
  expect(
    normaliseGoodsSearch({
      query: ' 007 ',
      flag: 'hit',
      label: '3',
      gap: 'price',
      state: 'gone',
      perpage: '60',
      page: '2',
    }),
  ).toEqual({ query: '007', flag: 'hit', label: 3, gap: 'price', state: 'gone', perpage: 60, page: 2 })
  expect(
    normaliseGoodsSearch({
      query: ' ',
      flag: 'x',
      label: '-1',
      gap: 'none',
      state: 'active',
      perpage: '50',
      page: '1',
    }),
  ).toEqual({})
})

test('a change goes back to the first page, and the call gets the values of the URL', () => {
  expect(changeGoodsSearch({ query: 'а', page: 4 }, { label: 5 })).toEqual({ query: 'а', label: 5 })
  expect(goodsInputOf({ query: 'а', label: 5, gap: 'picture', page: 2 })).toEqual({
    query: 'а',
    tag: 5,
    gap: 'picture',
    page: 2,
  })
  expect([isFiltered({ page: 2, perpage: 40 }), isFiltered({ state: 'all' })]).toEqual([false, true])
})
