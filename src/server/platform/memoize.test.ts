import { expect, test } from 'vitest'
import { memoizeFrozen } from './memoize.ts'

test('a function runs once per frozen argument, every time for others, and again after an error', () => {
  let runs = 0
  const compute = memoizeFrozen(({ page }: { page: number }) => {
    runs += 1
    if (page < 0 && runs === 1) throw new Error('negative')
    return { pages: [page] }
  })
  const shared = Object.freeze({ page: -1 })
  expect(() => compute(shared)).toThrow('negative')
  expect(compute(shared)).toBe(compute(shared))
  expect(Object.isFrozen(compute(shared).pages)).toBe(true)
  expect(runs).toBe(2)
  const own = { page: 1 }
  expect(compute(own)).not.toBe(compute(own))
  expect(runs).toBe(4)
})
