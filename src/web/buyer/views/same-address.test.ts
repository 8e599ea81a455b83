import { expect, test } from 'vitest'
import { hasConditions, isSameAddress } from './same-address.ts'

test('URLs with the same conditions are the same view, in any order and spelling', () => {
  expect(isSameAddress('/catalog/dreli?new=1&available=1', '/catalog/dreli?available=1&new=1')).toBe(true)
  expect(isSameAddress('/catalog?query=%D0%B1%D0%B8%D1%82%D0%B0', '/catalog?query=бита')).toBe(true)
  expect(isSameAddress('/catalog?query=a+b', '/catalog?query=a%20b')).toBe(true)
  expect(isSameAddress('/catalog/%D0%BF%D0%B8%D0%BB%D1%8B?new=1', '/catalog/пилы?new=1')).toBe(true)
  expect(isSameAddress('/catalog/%zz?new=1', '/catalog/%zz?new=1')).toBe(true)
  expect(isSameAddress('/catalog/dreli?new=1', '/catalog/pily?new=1')).toBe(false)
  expect(isSameAddress('/catalog?brand=2', '/catalog?brand=2.3')).toBe(false)
  expect(isSameAddress('/catalog', '/catalog?available=1')).toBe(false)
})

test('a view without conditions is not saved', () => {
  expect(hasConditions('/catalog/dreli')).toBe(false)
  expect(hasConditions('/catalog?available=1')).toBe(true)
})
