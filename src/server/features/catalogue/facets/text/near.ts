import { prefixRange, readString, type StringPool } from '../string-pool.ts'
import { editDistance } from './edit-distance.ts'
import { lettersOf } from './letters.ts'
import type { Mistakable } from './text-index.ts'

/** So many words are compared letter by letter, then it is enough; so many are worth looking for. */
const mostCompared = 4000
const mostNear = 40

/** How many slips of the fingers a word of this length may hold. */
export function slipsIn({ length }: string): number {
  if (length < 3) return 0
  return length < 7 ? 1 : 2
}

/**
 * Words within `most` edits of a word, nearest first; with `begun`, also those that only begin so. More than one edit
 * is believed only where the first letters are the same. Looks at every word's set of letters and length first: an
 * edit changes one letter of each at most.
 */
export function nearWords(pool: StringPool, { letters, lengths }: Mistakable, word: string, most: number, begun: boolean): { place: number; distance: number }[] {
  if (most === 0) return []
  const own = lettersOf(word)
  const sameFirst = prefixRange(pool, word.slice(0, 1))
  const near: { place: number; distance: number }[] = []
  const least = Math.max(1, word.length - most)
  const longest = begun ? 255 : word.length + most
  let compared = 0
  for (let place = 0; place < lengths.length && compared < mostCompared; place += 1) {
    const length = lengths[place]!
    if (length < least || length > longest) continue
    const others = letters[place]!
    if (differ(own & ~others, most) || (!begun && differ(others & ~own, most))) continue
    const slips = place >= sameFirst.from && place < sameFirst.to ? most : 1
    if (slips < most && (differ(own & ~others, slips) || (!begun && differ(others & ~own, slips)))) continue
    compared += 1
    const distance = editDistance(word, readString(pool, place), slips, { prefix: begun })
    if (distance <= slips) near.push({ place, distance })
  }
  return near.sort((a, b) => a.distance - b.distance || a.place - b.place).slice(0, mostNear)
}

/** More bits than edits (3 at most); without a loop, for it is asked of every word. */
function differ(bits: number, most: number): boolean {
  const butOne = bits & (bits - 1)
  if (most === 1) return butOne !== 0
  const butTwo = butOne & (butOne - 1)
  return most === 2 ? butTwo !== 0 : (butTwo & (butTwo - 1)) !== 0
}
