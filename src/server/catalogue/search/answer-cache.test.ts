import { expect, test } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'
import type { Answer } from '#server/catalogue/facets/render/answer.ts'

const answer = (length: number): Answer => ({
  body: Buffer.alloc(length),
  productIds: new Uint32Array(0),
  marksAt: new Uint32Array(0),
})
const megabyte = 1024 * 1024

test('an answer is cached on its second request and shared from then on', () => {
  const answers = createAnswerCache()
  const made: Answer[] = []
  const make = () => {
    const next = answer(10)
    made.push(next)
    return next
  }
  const find = () => answers.find(1, 'дрель', make)
  expect([find(), made.length]).toEqual([undefined, 0])
  expect(find()).toBe(made[0])
  expect(find()).toBe(made[0])
  expect(made).toHaveLength(1)
})

test('a new snapshot version clears cached answers and requests', () => {
  const answers = createAnswerCache()
  const find = (version: number) => answers.find(version, 'дрель', () => answer(10))
  find(1)
  expect(find(2)).toBeUndefined()
  expect(find(2)).toBeDefined()
  expect(find(3)).toBeUndefined()
})

test('the least recently used answers are evicted first', () => {
  const answers = createAnswerCache()
  const find = (name: string) => answers.find(1, name, () => answer(20 * megabyte))
  for (const name of ['а', 'а', 'б', 'б', 'а', 'в', 'в']) find(name)
  expect(find('а')).toBeDefined()
  expect(find('б')).toBeUndefined()
})

test('thousands of long queries take no more memory than short ones', () => {
  const answers = createAnswerCache()
  const before = process.memoryUsage().rss
  for (let n = 0; n < 8000; n += 1) answers.find(1, `${n} `.padEnd(20_000, 'щ'), () => answer(10))
  const grown = (process.memoryUsage().rss - before) / megabyte
  // 8,000 times 20,000 letters of two bytes would be 300 MB.
  expect(grown).toBeLessThan(150)
})
