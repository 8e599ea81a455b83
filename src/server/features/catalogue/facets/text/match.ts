import type { FacetFilter } from '../query.ts'
import type { Snapshot, TextIndex } from '../snapshot.ts'
import { asBuffer, findString, prefixRange } from '../string-pool.ts'
import type { Workspace } from '../workspace.ts'
import { fieldBits, weightOfFields } from './fields.ts'
import { articleKey, hasDigit, wordsOf } from './normalise.ts'
import { stemOf } from './stem.ts'

/** A pasted page is not searched word by word. */
const mostWords = 12
const longestWord = 64
const partialFrom = 3
const allWordsScore = 4000

/** What a hit is worth; by word also × the weight of its field (1-4). */
const weights = { articleExact: 600, articlePrefix: 400, articlePart: 200, wholeArticle: 8000, word: 40, stem: 30, prefix: 20 }

/**
 * Rows that a query finds, their scores in `workspace.scores` (valid for these rows only). Words of the query are what
 * stands between spaces; each may be an article (whole, begun or part of one, punctuation ignored) or words of the
 * text, by stem or prefix. Rows with every word come first, then, from two words on, those that miss one.
 */
export function matchText(snapshot: Snapshot, workspace: Workspace, query: string, searchIn: FacetFilter['searchIn']): Uint32Array {
  const words = query.trim().split(/\s+/, mostWords).map((word) => word.slice(0, longestWord))
  const matcher = new Matcher(snapshot, workspace, searchIn)
  for (const word of words) matcher.word(word)
  if (words.length > 1 && searchIn !== 'header') matcher.whole(words.join(''), words.length)
  return matcher.found(words.length)
}

class Matcher {
  readonly #text: TextIndex
  readonly #space: Workspace
  readonly #searchIn: FacetFilter['searchIn']
  #touched = 0
  /** Number of the word being matched, from 1. */
  #word = 0

  constructor({ text }: Snapshot, workspace: Workspace, searchIn: FacetFilter['searchIn']) {
    this.#text = text
    this.#space = workspace
    this.#searchIn = searchIn
  }

  word(word: string): void {
    this.#word += 1
    if (this.#searchIn !== 'header') this.#matchArticle(word)
    if (this.#searchIn !== 'articul') this.#matchWords(wordsOf(word))
  }

  /** An article typed with spaces: 'DX 1234'. */
  whole(joined: string, words: number): void {
    const key = articleKey(joined)
    if (!hasDigit(key)) return
    const { from, to } = prefixRange(this.#text.articles, key)
    for (let entry = from; entry < to; entry += 1) {
      const row = this.#text.articleRows[entry]!
      this.#touch(row)
      this.#space.hits[row] = words
      this.#space.scores[row] = Math.max(this.#space.scores[row]!, weights.wholeArticle)
    }
  }

  found(words: number): Uint32Array {
    const { touchedRows, hits, scores, lastWord, wordBest } = this.#space
    const least = words > 1 ? words - 1 : 1
    const found = new Uint32Array(this.#touched)
    let count = 0
    for (let index = 0; index < this.#touched; index += 1) {
      const row = touchedRows[index]!
      if (hits[row]! >= least) {
        found[count] = row
        count += 1
        if (hits[row]! >= words) scores[row]! += allWordsScore
      }
      hits[row] = 0
      lastWord[row] = 0
      wordBest[row] = 0
    }
    return found.subarray(0, count)
  }

  #matchArticle(word: string): void {
    const key = articleKey(word)
    if (key === '') return
    const { articles, articleRows } = this.#text
    const { from, to } = prefixRange(articles, key)
    const exact = Buffer.byteLength(key)
    for (let entry = from; entry < to; entry += 1) {
      const size = articles.offsets[entry + 1]! - articles.offsets[entry]!
      this.#hit(articleRows[entry]!, size === exact ? weights.articleExact : weights.articlePrefix)
    }
    if (key.length >= partialFrom && hasDigit(key)) this.#matchPartOfArticle(key)
  }

  #matchPartOfArticle(key: string): void {
    const { articles, articleRows } = this.#text
    const bytes = asBuffer(articles.bytes)
    const wanted = Buffer.from(key)
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
      const entry = entryAt(articles.offsets, at)
      // A find that runs over into the next article is none.
      if (at + wanted.length <= articles.offsets[entry + 1]!) this.#hit(articleRows[entry]!, weights.articlePart)
    }
  }

  /** All parts of one word of the query ('дрель-шуруповерт') must be there. */
  #matchWords(parts: readonly string[]): void {
    if (parts.length === 0) return
    if (parts.length === 1) {
      this.#eachPosting(parts[0]!, (row, weight) => this.#hit(row, weight))
      return
    }
    let common: Map<number, number> | undefined
    for (const part of parts) {
      const rows = new Map<number, number>()
      this.#eachPosting(part, (row, weight) => {
        const before = common ? common.get(row) : 0
        if (before !== undefined) rows.set(row, Math.max(rows.get(row) ?? 0, weight, before))
      })
      common = rows
    }
    for (const [row, weight] of common ?? []) this.#hit(row, weight)
  }

  /** Rows of a word's stem and of all words that begin with it. */
  #eachPosting(part: string, visit: (row: number, weight: number) => void): void {
    const { words, postings, fields, stems, wordsOfStem } = this.#text
    const fieldMask = this.#searchIn === 'header' ? fieldBits.name : 7
    const visitWord = (word: number, worth: number) => {
      for (let place = postings.starts[word]!; place < postings.starts[word + 1]!; place += 1) {
        const weight = weightOfFields[fields[place]! & fieldMask]!
        if (weight > 0) visit(postings.values[place]!, worth * weight)
      }
    }
    const exact = findString(words, part)
    if (exact >= 0) visitWord(exact, weights.word)
    const stem = findString(stems, stemOf(part))
    if (stem >= 0) {
      for (let place = wordsOfStem.starts[stem]!; place < wordsOfStem.starts[stem + 1]!; place += 1) {
        visitWord(wordsOfStem.values[place]!, weights.stem)
      }
    }
    const { from, to } = prefixRange(words, part)
    for (let word = from; word < to; word += 1) visitWord(word, weights.prefix)
  }

  #hit(row: number, weight: number): void {
    const { hits, scores, wordBest, lastWord } = this.#space
    this.#touch(row)
    if (lastWord[row] !== this.#word) {
      lastWord[row] = this.#word
      hits[row]! += 1
      scores[row]! += weight
      wordBest[row] = weight
    } else if (weight > wordBest[row]!) {
      scores[row]! += weight - wordBest[row]!
      wordBest[row] = weight
    }
  }

  #touch(row: number): void {
    const { lastWord, hits, scores, touchedRows } = this.#space
    if (hits[row] !== 0 || lastWord[row] !== 0) return
    scores[row] = 0
    touchedRows[this.#touched] = row
    this.#touched += 1
  }
}

/** The last entry that begins at or before a byte. */
function entryAt(offsets: Uint32Array, at: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (offsets[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}

