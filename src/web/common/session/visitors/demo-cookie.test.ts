import { expect, test } from 'vitest'
import { hasDemoCookie } from './demo-cookie.ts'

test.each([
  ['demo=1', true],
  ['catalog-view=table; demo=1', true],
  ['demo=1; sid=x', true],
  ['demo=10', false],
  ['mydemo=1', false],
  ['', false],
])('cookies %j mark the demo mode: %s', (cookies, marked) => {
  expect(hasDemoCookie(cookies)).toBe(marked)
})
