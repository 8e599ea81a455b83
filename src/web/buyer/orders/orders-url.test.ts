import { expect, test } from 'vitest'
import { changeOrdersSearch, isValidOrdersPeriod, normaliseOrdersSearch } from './orders-url.ts'

test('a URL is read in its shortest form, and invalid values are dropped', () => {
  expect(
    normaliseOrdersSearch({
      page: '1',
      state: '99',
      contract: 'x',
      dateselect: 'decade',
      query: ' 007 ',
      startDate: '01.11.2026',
    }),
  ).toEqual({ query: '007' })
  expect(normaliseOrdersSearch({ dateselect: 'custom', startDate: '30.02.2026', endDate: '28.02.2026' })).toEqual({
    dateselect: 'custom',
    endDate: '28.02.2026',
  })
})

test('[T.7] any change except of the page goes back to the first page', () => {
  expect(changeOrdersSearch({ state: 5, page: 3 }, { state: 10 })).toEqual({ state: 10 })
  expect(changeOrdersSearch({ state: 5, page: 3 }, { page: 4 })).toEqual({ state: 5, page: 4 })
})

test('[V.1] a period must start before its end', () => {
  expect(isValidOrdersPeriod({ dateselect: 'custom', startDate: '20.11.2026', endDate: '21.11.2026' })).toBe(true)
  expect(isValidOrdersPeriod({ dateselect: 'custom', startDate: '21.11.2026', endDate: '21.11.2026' })).toBe(false)
  expect(isValidOrdersPeriod({ dateselect: 'custom', startDate: '22.11.2026', endDate: '21.11.2026' })).toBe(false)
})
