import { expect, test } from 'vitest'
import { changeRegistrationsSearch, normaliseRegistrationsSearch } from './registrations-url.ts'

test('the URL contains only differences from the default queue', () => {
  expect(normaliseRegistrationsSearch({ scope: 'waiting', page: '1', assignee: 'who', query: ' ' })).toEqual({})
  expect(
    normaliseRegistrationsSearch({ scope: 'all', page: '3', assignee: 'me', query: ' Вектор ', request: '7' }),
  ).toEqual({
    scope: 'all',
    page: 3,
    assignee: 'me',
    query: 'Вектор',
    request: 7,
  })
})

test('a changed filter starts at page 1 with nothing open', () => {
  expect(changeRegistrationsSearch({ scope: 'all', page: 3, request: 7 }, { assignee: 'none' })).toEqual({
    scope: 'all',
    assignee: 'none',
  })
})
