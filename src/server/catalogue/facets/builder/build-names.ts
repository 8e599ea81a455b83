import type { StringInterner } from './string-interner.ts'
import { groupPairs, Numbers } from '../lists.ts'
import { nameBits } from '../text/fields.ts'
import { fold, isPlain, joinedWordsOf } from '../text/normalise.ts'
import { segmentEnd } from '../text/segments.ts'
import type { TextIndex } from '../text/text-index.ts'
import { otherFormsOf, tokensOf } from '../text/tokens.ts'

/** Maximum number of cached segments: each good has unique words that are not worth caching. */
const maxKnown = 30_000

export type NamePostings = Pick<TextIndex, 'postings' | 'fields'>

/** Splits names into tokens and collects their postings. */
export class NameReader {
  readonly #postings = new Postings()
  readonly #plain: Segments
  readonly #folded: Segments

  constructor(words: StringInterner) {
    this.#plain = new Segments(words, fold)
    this.#folded = new Segments(words, (text) => text)
  }

  /** Rows must come in ascending order. */
  read(row: number, name: string): void {
    // Letters that fold independently can be cut before folding, so a known segment needs no folding.
    if (isPlain(name)) this.#plain.addTo(this.#postings, row, name)
    else this.#folded.addTo(this.#postings, row, fold(name))
  }

  /** Replaces provisional word indexes by sorted ones. No reading after that. */
  postings(rank: Uint32Array): NamePostings {
    return this.#postings.sorted(rank)
  }
}

/** Words of a segment with their bits; those from `first` are of its first token. */
type Segment = { words: number[]; bits: number[]; ofFirst: number }

/** Reads names by segment: most segments have occurred before. */
class Segments {
  readonly #known = new Map<string, Segment>()
  readonly #words: StringInterner
  readonly #fold: (text: string) => string

  constructor(words: StringInterner, foldText: (text: string) => string) {
    this.#words = words
    this.#fold = foldText
  }

  addTo(postings: Postings, row: number, name: string): void {
    let isFirst = true
    for (let at = 0; at < name.length;) {
      const end = segmentEnd(name, at)
      const { words, bits, ofFirst } = this.#read(name.slice(at, end))
      for (let index = 0; index < words.length; index += 1) {
        postings.add(words[index]!, row, isFirst && index < ofFirst ? bits[index]! | nameBits.head : bits[index]!)
      }
      isFirst &&= ofFirst === 0
      at = end
    }
  }

  #read(text: string): Segment {
    const known = this.#known.get(text)
    if (known) return known
    const segment: Segment = { words: [], bits: [], ofFirst: 0 }
    const add = (word: string, bits: number) => {
      segment.words.push(this.#words.indexOf(word))
      segment.bits.push(bits)
    }
    const folded = this.#fold(text)
    for (const [index, token] of tokensOf(folded).entries()) {
      add(token.text, token.unit === undefined ? nameBits.name : nameBits.name | nameBits.measured)
      for (const form of otherFormsOf(token)) add(form, nameBits.name)
      if (index === 0) segment.ofFirst = segment.words.length
    }
    for (const joined of joinedWordsOf(folded)) add(joined, nameBits.name)
    if (this.#known.size < maxKnown) this.#known.set(text, segment)
    return segment
  }
}

/** Collects (word, row, bits); repeated words of a row are merged. */
class Postings {
  readonly #words = new Numbers()
  readonly #rows = new Numbers()
  readonly #bits = new Numbers()
  /** Per word: index of its last posting + 1. */
  readonly #lastPosting = new Numbers()

  add(word: number, row: number, bits: number): void {
    while (this.#lastPosting.length <= word) this.#lastPosting.push(0)
    const last = this.#lastPosting.at(word)
    if (last > 0 && this.#rows.at(last - 1) === row) {
      this.#bits.set(last - 1, mergedBits(this.#bits.at(last - 1), bits))
      return
    }
    this.#words.push(word)
    this.#rows.push(row)
    this.#bits.push(bits)
    this.#lastPosting.set(word, this.#words.length)
  }

  /** Sorted by word, then row. */
  sorted(rank: Uint32Array): NamePostings {
    for (let posting = 0; posting < this.#words.length; posting += 1)
      this.#words.set(posting, rank[this.#words.at(posting)]!)
    const postings = groupPairs(rank.length, this.#words, this.#rows)
    const fields = Uint8Array.from(groupPairs(rank.length, this.#words, this.#bits).values)
    this.#words.release()
    this.#lastPosting.release()
    return { postings, fields }
  }
}

/** A number that occurs once without a unit counts as one without; a first word stays a first word. */
function mergedBits(one: number, other: number): number {
  return ((one | other) & (nameBits.name | nameBits.head)) | (one & other & nameBits.measured)
}
