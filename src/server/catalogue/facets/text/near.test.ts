import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packStrings } from '../string-pool.ts'
import { editDistance } from './edit-distance.ts'
import { letterCountOf } from './letters.ts'
import { nearWords } from './near.ts'

const word = fc.string({ unit: fc.constantFrom(...Array.from('абвгдежк')), minLength: 1, maxLength: 9 })

test('the edit distance equals the textbook definition up to the given bound', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, maxDistance) => {
      expect(editDistance(a, b, maxDistance)).toBe(Math.min(slowDistance(a, b), maxDistance + 1))
    }),
  )
})

test('the prefix distance equals the smallest distance to any prefix', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, maxDistance) => {
      const beginnings = Array.from({ length: b.length + 1 }, (_, length) => slowDistance(a, b.slice(0, length)))
      expect(editDistance(a, b, maxDistance, { prefix: true })).toBe(Math.min(...beginnings, maxDistance + 1))
    }),
  )
})

test('the filter by letters and lengths drops no near word', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 40 }),
      word,
      fc.integer({ min: 1, max: 2 }),
      (words, query, maxDistance) => {
        const sorted = words.toSorted()
        const sieve = {
          letters: Uint32Array.from(sorted, letterCountOf),
          lengths: Uint8Array.from(sorted, ({ length }) => length),
        }
        const near = nearWords(packStrings(sorted), sieve, query, maxDistance, false).map(({ index }) => sorted[index])
        const expected = sorted.filter((each) => slowDistance(query, each) <= (each[0] === query[0] ? maxDistance : 1))
        expect(new Set(near)).toEqual(new Set(expected))
      },
    ),
  )
})

function slowDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)]
  const costs = [slow(restA, b) + 1, slow(a, restB) + 1, slow(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1)]
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1))
    costs.push(slow(a.slice(0, -2), b.slice(0, -2)) + 1)
  return Math.min(...costs)
}

const known = new Map<string, number>()
function slow(a: string, b: string): number {
  const key = `${a} ${b}`
  const distance = known.get(key) ?? slowDistance(a, b)
  known.set(key, distance)
  return distance
}
