import { expect, test } from 'vitest'
import { marginPercent } from './margin.ts'

test('the margin is the markup of РРЦ over the price in percent', () => {
  expect(marginPercent(46.2, 79)).toBe(71)
  expect(marginPercent(null, 79)).toBeUndefined()
  expect(marginPercent(0, 79)).toBeUndefined()
})
