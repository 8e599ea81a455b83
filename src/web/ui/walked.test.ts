import { expect, test } from 'vitest'
import { walked } from './walked.ts'

test('arrows go round the choices and the field above them', () => {
  expect([-1, 0, 1, 2].map((place) => walked('ArrowDown', place, 3))).toEqual([0, 1, 2, -1])
  expect([-1, 0, 1, 2].map((place) => walked('ArrowUp', place, 3))).toEqual([2, -1, 0, 1])
  expect(walked('Enter', 0, 3)).toBeUndefined()
})
