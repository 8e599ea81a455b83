import { expect, test } from 'vitest'
import { nextDirection } from './sorting.ts'

test('[T.5] a field goes none → ascending → descending → ascending', () => {
  const first = nextDirection(undefined)
  const second = nextDirection(first)
  expect([first, second, nextDirection(second)]).toEqual(['asc', 'desc', 'asc'])
})
