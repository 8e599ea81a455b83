import { expect, test } from 'vitest'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { markedShare, withMarked } from './selection.ts'

const row = (id: number, header = `товар ${id}`) => ({ id, header }) as ProductRow
const ids = (marked: ReturnType<typeof withMarked>) => [...marked.keys()]

test('[S.17] rows of several pages can be selected together, and deselected page by page', () => {
  const first = withMarked(new Map(), [row(1), row(2)], true)
  const second = withMarked(first, [row(3), row(1)], true)
  expect(ids(second)).toEqual([1, 2, 3])
  expect(ids(withMarked(second, [row(1), row(2), row(9)], false))).toEqual([3])
  expect(ids(first)).toEqual([1, 2])
})

test('selecting a row again stores its current state', () => {
  expect(withMarked(withMarked(new Map(), [row(1, 'был')], true), [row(1, 'стал')], true).get(1)?.header).toBe('стал')
})

test('none, some or all rows of a page are selected, ignoring other pages', () => {
  const share = (...marked: number[]) => markedShare([row(1), row(2)], new Set(marked))
  expect([share(), share(9), share(1, 9), share(1, 2)]).toEqual(['none', 'none', 'some', 'all'])
  expect(markedShare([], new Set([1]))).toBe('none')
})
