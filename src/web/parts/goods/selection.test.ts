import { expect, test } from 'vitest'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { markedShare, withMarked } from './selection.ts'

const row = (id: number, header = `товар ${id}`) => ({ id, header }) as ProductRow
const ids = (marked: ReturnType<typeof withMarked>) => [...marked.keys()]

test('[S.17] rows of several pages are checked together, each once, and unchecked a page at a time', () => {
  const first = withMarked(new Map(), [row(1), row(2)], true)
  const second = withMarked(first, [row(3), row(1)], true)
  expect(ids(second)).toEqual([1, 2, 3])
  expect(ids(withMarked(second, [row(1), row(2), row(9)], false))).toEqual([3])
  expect(ids(first)).toEqual([1, 2])
})

test('a row that is checked again is kept as it is now', () => {
  expect(withMarked(withMarked(new Map(), [row(1, 'был')], true), [row(1, 'стал')], true).get(1)?.header).toBe('стал')
})

test('of a page none, some or all rows are checked; those of other pages are no matter', () => {
  const share = (...marked: number[]) => markedShare([row(1), row(2)], new Set(marked))
  expect([share(), share(9), share(1, 9), share(1, 2)]).toEqual(['none', 'none', 'some', 'all'])
  expect(markedShare([], new Set([1]))).toBe('none')
})
