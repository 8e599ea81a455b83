import { bitCount, lowestBit, type Bits } from './bits.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * What the items without siblings of a base are counted by (Snapshot.itemFacets), one after another. Items of a
 * category lie far apart in the snapshot, and counting them there would wait for memory at each item.
 */
export type PackedFacets = {
  /** By index of a word that the search uses: the position of its first item. */
  firstOfWord: Uint32Array
  starts: Uint32Array
  indexes: Uint16Array | Uint32Array
}

/** Bases in a larger share of all words are not packed: their items lie close together in the snapshot as well. */
const maxShare = 1 / 4
/** In a small catalogue everything is packed. */
const fewWords = 64

export function isPackable({ itemCount }: Snapshot, words: Uint32Array): boolean {
  return words.length <= Math.max(fewWords, (itemCount / 32) * maxShare)
}

/** Packs the facets of the base's lone items; undefined if that would not be faster. `words`: those with an item. */
export function packFacets(snapshot: Snapshot, words: Uint32Array, base: Bits): PackedFacets | undefined {
  if (!isPackable(snapshot, words)) return undefined
  const { hasNoVariants, itemFacets } = snapshot
  const firstOfWord = new Uint32Array(words.length)
  let itemTotal = 0
  for (const [nth, word] of words.entries()) {
    firstOfWord[nth] = itemTotal
    itemTotal += bitCount(base[word]! & hasNoVariants[word]!)
  }
  const items = new Uint32Array(itemTotal)
  let count = 0
  for (const word of words) {
    for (let left = base[word]! & hasNoVariants[word]!; left !== 0; left &= left - 1) {
      items[count] = (word << 5) + lowestBit(left)
      count += 1
    }
  }
  return { firstOfWord, ...copyFacets(itemFacets, items) }
}

function copyFacets({ starts, indexes }: Snapshot['itemFacets'], items: Uint32Array): Snapshot['itemFacets'] {
  const copiedStarts = new Uint32Array(items.length + 1)
  for (const [position, item] of items.entries())
    copiedStarts[position + 1] = copiedStarts[position]! + starts[item + 1]! - starts[item]!
  const copied = indexes.slice(0, copiedStarts[items.length])
  for (const [position, item] of items.entries())
    copied.set(indexes.subarray(starts[item], starts[item + 1]), copiedStarts[position])
  return { starts: copiedStarts, indexes: copied }
}
