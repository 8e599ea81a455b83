import { prefixRange, readString, type StringPool } from '../string-pool.ts'
import { editDistance } from './edit-distance.ts'
import { letterCountOf } from './letters.ts'
import type { TypoIndex } from './text-index.ts'

/** Maximum words compared letter by letter, and maximum matches. */
const maxCompared = 4000
const maxNear = 40

/** Maximum typos for a word of this length. */
export function maxTyposIn({ length }: string): number {
  if (length < 3) return 0
  return length < 7 ? 1 : 2
}

/**
 * Words within `max` edits, nearest first; with `isPrefix` also words that begin with such a text. More than one edit
 * requires the same first letters. Letter sets and lengths are compared first, because an edit changes at most one
 * letter of each.
 */
export function nearWords(
  pool: StringPool,
  { letters, lengths }: TypoIndex,
  word: string,
  max: number,
  isPrefix: boolean,
): { index: number; distance: number }[] {
  if (max === 0) return []
  const own = letterCountOf(word)
  const sameFirst = prefixRange(pool, word.slice(0, 1))
  const near: { index: number; distance: number }[] = []
  const min = Math.max(1, word.length - max)
  const maxLength = isPrefix ? 255 : word.length + max
  let compared = 0
  for (let index = 0; index < lengths.length && compared < maxCompared; index += 1) {
    const length = lengths[index]!
    if (length < min || length > maxLength) continue
    const others = letters[index]!
    if (differ(own & ~others, max) || (!isPrefix && differ(others & ~own, max))) continue
    const maxDistance = index >= sameFirst.from && index < sameFirst.to ? max : 1
    if (maxDistance < max && (differ(own & ~others, maxDistance) || (!isPrefix && differ(others & ~own, maxDistance))))
      continue
    compared += 1
    const distance = editDistance(word, readString(pool, index), maxDistance, { prefix: isPrefix })
    if (distance <= maxDistance) near.push({ index, distance })
  }
  return near.sort((a, b) => a.distance - b.distance || a.index - b.index).slice(0, maxNear)
}

/** At most 3 differing bits. Unrolled, because it runs for every word. */
function differ(bits: number, max: number): boolean {
  const withoutLowest = bits & (bits - 1)
  if (max === 1) return withoutLowest !== 0
  const withoutTwoLowest = withoutLowest & (withoutLowest - 1)
  return max === 2 ? withoutTwoLowest !== 0 : (withoutTwoLowest & (withoutTwoLowest - 1)) !== 0
}
