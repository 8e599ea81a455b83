import { expect, test } from 'vitest'
import { normaliseRequestsSearch } from './requests-url.ts'

test('an address names the state and the page; what it does not understand falls out', () => {
  expect(normaliseRequestsSearch({ state: 'new', page: '2' })).toEqual({ state: 'new', page: 2 })
  expect(normaliseRequestsSearch({ state: 'old', page: '1', query: 'x' })).toEqual({})
})
