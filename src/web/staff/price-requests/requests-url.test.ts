import { expect, test } from 'vitest'
import { normaliseRequestsSearch } from './requests-url.ts'

test('the URL stores the state and the page, and invalid values are dropped', () => {
  expect(normaliseRequestsSearch({ state: 'new', page: '2' })).toEqual({ state: 'new', page: 2 })
  expect(normaliseRequestsSearch({ state: 'old', page: '1', query: 'x' })).toEqual({})
})
