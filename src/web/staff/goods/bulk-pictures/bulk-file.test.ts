import { expect, test } from 'vitest'
import {
  countFiles,
  groupByGood,
  isPicture,
  maxWaiting,
  nameOf,
  takePictures,
  toBulkFile,
  withFiles,
  type BulkFile,
} from './bulk-file.ts'

const good = (id: number) => ({ id, articul: `A${id}`, header: 'Дрель', pictures_count: 0 })
const bulk = (name: string, ids: number[], number = 0): BulkFile =>
  toBulkFile(new File(['x'], name, { type: 'image/png', lastModified: 1 }), { name, number, goods: ids.map(good) })

test('a file belongs to its only good; among several somebody must choose', () => {
  expect([bulk('a.png', [1]), bulk('b.png', [1, 2]), bulk('c.png', [])].map(({ goodId }) => goodId)).toEqual([
    1,
    undefined,
    undefined,
  ])
})

test('pictures of a good go in the order of their numbers, then of their names as people count', () => {
  const files = [
    bulk('A1-10.png', [1], 10),
    bulk('A1-2.png', [1], 2),
    bulk('A2 вид 10.png', [2]),
    bulk('A2 вид 9.png', [2]),
    { ...bulk('A1.png', [1]), state: 'failed' as const },
    { ...bulk('A1-3.png', [1], 3), state: 'done' as const },
    bulk('x.png', []),
  ]
  expect(groupByGood(files).map(({ goodId, files: ofGood }) => [goodId, ofGood.map(({ name }) => name)])).toEqual([
    [1, ['A1.png', 'A1-2.png', 'A1-10.png']],
    [2, ['A2 вид 9.png', 'A2 вид 10.png']],
  ])
})

test('the same file chosen twice is listed once; counts name what is left to do', () => {
  const files = withFiles([bulk('a.png', [1])], [bulk('a.png', [1]), bulk('b.png', [1, 2]), bulk('c.png', [])])
  expect(countFiles([...files, { ...bulk('d.png', [3]), state: 'done' }])).toEqual({
    all: 4,
    ready: 1,
    ambiguous: 1,
    unknown: 1,
    done: 1,
    failed: 0,
  })
})

test('a large folder is taken part by part: what is listed or done is not taken again', () => {
  const folder = Array.from({ length: 2500 }, (_, n) => new File(['x'], `${n}.png`, { lastModified: 1 }))
  const listed = (files: readonly File[], state: BulkFile['state']): BulkFile[] =>
    files.map((file, number) => ({ ...toBulkFile(file, { name: file.name, number, goods: [good(1)] }), state }))
  const first = takePictures([], [...folder, new File([], 'Thumbs.db')])
  expect([first.taken.length, first.leftOut, first.skipped]).toEqual([maxWaiting, 1500, 1])
  expect(takePictures(listed(first.taken, 'ready'), folder)).toMatchObject({ taken: [], leftOut: 1500 })
  const unknown = listed(first.taken, 'ready').map((file) => ({ ...file, goods: [] }))
  expect(takePictures(unknown, folder).leftOut, 'nothing waits for what has no good').toBe(500)
  const second = takePictures(listed(first.taken, 'done'), folder)
  expect([second.taken[0]?.name, second.taken.length, second.leftOut]).toEqual(['1000.png', maxWaiting, 500])
})

test('a folder also has what is no picture; a picture may come without a type', () => {
  expect(
    [new File([], 'Thumbs.db'), new File([], 'IMG.HEIC'), new File([], 'x', { type: 'image/png' })].map(isPicture),
  ).toEqual([false, true, true])
  expect(nameOf(Object.assign(new File([], 'a.png'), { webkitRelativePath: 'фото/a.png' }))).toBe('фото/a.png')
})
