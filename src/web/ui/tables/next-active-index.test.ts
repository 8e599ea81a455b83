import { expect, test } from 'vitest'
import { nextActiveIndex } from './next-active-index.ts'

test('arrow keys cycle through the choices and the field above them', () => {
  expect([-1, 0, 1, 2].map((index) => nextActiveIndex('ArrowDown', index, 3))).toEqual([0, 1, 2, -1])
  expect([-1, 0, 1, 2].map((index) => nextActiveIndex('ArrowUp', index, 3))).toEqual([2, -1, 0, 1])
  expect(nextActiveIndex('Enter', 0, 3)).toBeUndefined()
})
