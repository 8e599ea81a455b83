import { expect, test } from 'vitest'
import { createKnownBodies, memoizeFrozen } from './known-bodies.ts'

const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body))

test('a body is found again by its bytes, frozen in depth', () => {
  const known = createKnownBodies()
  const body = { query: 'дрель', brand: [7], filter: { 7: [701] } }
  expect(known.find(bytesOf(body))).toBeUndefined()
  known.keep(bytesOf(body), body)
  expect(known.find(bytesOf(body))).toBe(body)
  expect([body, body.brand, body.filter, body.filter[7]].every((each) => Object.isFrozen(each))).toBe(true)
  expect(known.find(bytesOf({ ...body, brand: [8] }))).toBeUndefined()
  expect(known.find(Buffer.from(JSON.stringify(body), 'latin1'))).toBeUndefined()
})

test('long bodies and plain values are not kept, and a thousand bodies are the most', () => {
  const known = createKnownBodies()
  const long = { query: 'д'.repeat(500) }
  known.keep(bytesOf(long), long)
  for (const plain of [null, 1, 'text']) known.keep(bytesOf(plain), plain)
  expect([long, null, 1, 'text'].map((body) => known.find(bytesOf(body)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  for (let page = 1; page <= 3500; page += 1) known.keep(bytesOf({ page }), { page })
  const held = Array.from({ length: 3500 }, (_, n) => known.find(bytesOf({ page: n + 1 }))).filter(Boolean)
  expect(held.length).toBeGreaterThan(0)
  expect(held.length).toBeLessThanOrEqual(1000)
})

test('a function runs once for a frozen argument, each time for another, and again after it threw', () => {
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
