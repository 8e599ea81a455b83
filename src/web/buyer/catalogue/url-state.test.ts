import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { parseSearch, stringifySearch } from '#web/search.ts'
import {
  changeView,
  filterInputOf,
  normaliseSearch,
  readView,
  resetView,
  toggledParam,
  writeView,
  type CatalogueView,
} from './url-state.ts'

const plain = readView({})

test('[S.7] every filter on the screen is stored in the URL and sent with the call', () => {
  const view = readView({
    query: 'дрель',
    search_range: 'header',
    brand: '15.12',
    filter: '7-32.31_9-40',
    price: '3000-25000.50',
    available: '1',
    new: '1',
    sale: '1',
    tags: '2',
    sorting: 'price.desc',
    page: '3',
    perpage: '40',
  })
  expect(filterInputOf(view, 11)).toEqual({
    catalog: 11,
    query: 'дрель',
    search_range: 'header',
    page: 3,
    perpage: 40,
    brand: [12, 15],
    filter: { 7: [31, 32], 9: [40] },
    byprice: true,
    minprice: 3000,
    maxprice: 25000.5,
    available: true,
    new: true,
    sale: true,
    tags: [2],
    sorting: { price: 'desc' },
  })
  expect(filter.input.safeParse(filterInputOf(view, 11)).success).toBe(true)
})

test('a view is restored from its URL', () => {
  const ids = fc
    .uniqueArray(fc.integer({ min: 1, max: 9_999_999 }), { maxLength: 5 })
    .map((list) => list.sort((a, b) => a - b))
  const kopecks = fc.option(
    fc.integer({ min: 0, max: 99_999_999 }).map((value) => value / 100),
    { nil: undefined },
  )
  const views: fc.Arbitrary<CatalogueView> = fc
    .record({
      query: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.trim()),
      searchRange: fc.constantFrom('all', 'articul', 'header'),
      page: fc.integer({ min: 1, max: 5000 }),
      perpage: fc.constantFrom(20, 40, 60, 100),
      brands: ids,
      params: fc.dictionary(
        fc.integer({ min: 1, max: 9999 }).map(String),
        ids.filter((list) => list.length > 0),
        { maxKeys: 4, noNullPrototype: true },
      ),
      minPrice: kopecks,
      maxPrice: fc.constant(undefined),
      available: fc.boolean(),
      isNew: fc.boolean(),
      sale: fc.boolean(),
      sorting: fc.option(
        fc.record({
          field: fc.constantFrom('articul', 'header', 'price', 'price_rrc'),
          direction: fc.constantFrom('asc', 'desc'),
        }),
        { nil: undefined },
      ),
      tags: ids,
    })
    .map((view) => (view.query === '' ? { ...view, searchRange: 'all' } : view))
  fc.assert(
    fc.property(views, (view) => {
      expect(readView(parseSearch(stringifySearch(writeView(view))))).toEqual(view)
    }),
  )
})

test('[S.1] articles keep zeros and letters in the URL, and defaults are omitted', () => {
  for (const query of ['007', '1e5', '4607102448592001', 'DX-1234', 'true']) {
    expect(readView(parseSearch(stringifySearch({ query }))).query).toBe(query)
  }
  expect(writeView(plain)).toEqual({})
  expect(normaliseSearch({ page: '1', perpage: '20', product: '43', nonsense: 'x' })).toEqual({ product: 43 })
})

test('invalid values in the URL are dropped, and a reversed price range is corrected', () => {
  expect(
    readView({
      page: '-1',
      perpage: '33',
      brand: 'a.2.2',
      filter: 'x-1_5-',
      price: '9-1',
      sorting: 'weight.asc',
      search_range: 'articul',
    }),
  ).toEqual({
    ...plain,
    brands: [2],
    minPrice: 1,
    maxPrice: 9,
  })
})

test('the search range is stored in the URL with the text, and removed with it', () => {
  const view = readView({ query: 'DX', search_range: 'articul' })
  expect(writeView(view)).toEqual({ query: 'DX', search_range: 'articul' })
  expect(writeView(changeView(view, { query: '' }))).toEqual({})
  expect(writeView(changeView(view, { searchRange: 'all' }))).toEqual({ query: 'DX' })
  expect(readView({ query: 'DX', search_range: 'brand' }).searchRange).toBe('all')
})

test('[T.7] any change except of the page goes back to page 1', () => {
  const third = { ...plain, page: 3 }
  expect(changeView(third, { brands: [1] }).page).toBe(1)
  expect(changeView(third, { sorting: { field: 'price', direction: 'asc' } }).page).toBe(1)
  expect(changeView(third, { page: 4 }).page).toBe(4)
})

test('[T.5] sorting by a field replaces the previous field', () => {
  const byPrice = changeView(plain, { sorting: { field: 'price', direction: 'asc' } })
  const byArticle = changeView(byPrice, { sorting: { field: 'articul', direction: 'asc' } })
  expect(filterInputOf(byArticle, undefined).sorting).toEqual({ articul: 'asc' })
})

test('a reset keeps the search, the page size and the sorting', () => {
  const view = readView({
    query: 'бита',
    search_range: 'articul',
    perpage: '60',
    sorting: 'price.asc',
    brand: '1',
    available: '1',
    price: '1-2',
  })
  expect(resetView(view)).toEqual({
    ...plain,
    query: 'бита',
    searchRange: 'articul',
    perpage: 60,
    sorting: { field: 'price', direction: 'asc' },
  })
})

test('removing the last value of a parameter removes the parameter', () => {
  expect(toggledParam({ 7: [31] }, 7, 32)).toEqual({ 7: [31, 32] })
  expect(toggledParam({ 7: [31], 9: [1] }, 7, 31)).toEqual({ 9: [1] })
})
