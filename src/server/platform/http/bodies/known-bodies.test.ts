import { expect, test } from 'vitest'
import { createKnownBodies } from './known-bodies.ts'

const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body))

test('a body received twice is found by its bytes, deeply frozen', () => {
  const known = createKnownBodies()
  const body = { query: 'дрель', brand: [7], filter: { 7: [701] } }
  expect(known.find(bytesOf(body))).toBeUndefined()
  known.keep(bytesOf(body), body)
  expect(known.find(bytesOf(body))).toBeUndefined()
  expect(Object.isFrozen(body)).toBe(false)
  known.keep(bytesOf(body), body)
  expect(known.find(bytesOf(body))).toBe(body)
  expect([body, body.brand, body.filter, body.filter[7]].every((each) => Object.isFrozen(each))).toBe(true)
  expect(known.find(bytesOf({ ...body, brand: [8] }))).toBeUndefined()
  expect(known.find(Buffer.from(JSON.stringify(body), 'latin1'))).toBeUndefined()
})

test('long bodies and primitive values are not cached, and at most a thousand bodies are', () => {
  const known = createKnownBodies()
  const long = { query: 'д'.repeat(500) }
  for (const body of [long, null, 1, 'text', long, null, 1, 'text']) known.keep(bytesOf(body), body)
  expect([long, null, 1, 'text'].map((body) => known.find(bytesOf(body)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  for (let page = 1; page <= 3500; page += 1) {
    known.keep(bytesOf({ page }), { page })
    known.keep(bytesOf({ page }), { page })
  }
  const cached = Array.from({ length: 3500 }, (_, n) => known.find(bytesOf({ page: n + 1 }))).filter(Boolean)
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.length).toBeLessThanOrEqual(1000)
})
