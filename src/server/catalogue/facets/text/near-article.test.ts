import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packStrings, readString } from '../string-pool.ts'
import { editDistance } from './edit-distance.ts'
import { nearestKey } from './near-article.ts'

const nearest = (keys: string[], key: string) => {
  const pool = packStrings(keys.toSorted())
  const index = nearestKey(pool, key)
  return index < 0 ? undefined : readString(pool, index)
}

test('a key one typo away is found: same length first, then the longest common prefix', () => {
  expect(nearest(['ddf485z', 'ddf484', 'ddf453z', 'dhp484z'], 'ddf484z')).toBe('ddf485z')
  expect(nearest(['ddf484', 'hp1630'], 'ddf484z')).toBe('ddf484')
  expect(nearest(['df333dwye', 'df333dwme'], 'df333dwe')).toMatch(/^df333dw[ym]e$/)
  expect(nearest(['дшл1202', 'дшл1203'], 'дша1202')).toBe('дшл1202')
  expect(nearest(['ddf458z'], 'ddf485z')).toBe('ddf458z')
  expect(nearest(['ddf123z', 'abc'], 'ddf485z')).toBeUndefined()
  expect(nearest(['ab12', 'ab13'], 'ab14')).toBeUndefined()
})

test('every result is one typo away, and an existing key one typo away is always found', () => {
  const letter = fc.constantFrom('a', 'b', '1', '2', 'д', 'ж')
  const word = fc.array(letter, { minLength: 4, maxLength: 8 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 30 }), word, (keys, key) => {
      const found = nearest(keys, key)
      const near = keys.filter((other) => editDistance(key, other, 1) <= 1)
      if (key.length < 5) expect(found).toBeUndefined()
      else if (found === undefined) expect(near).toEqual([])
      else expect(near).toContain(found)
    }),
  )
})
