import type { FacetFilter } from '../query.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Workspace } from '../workspace.ts'
import { candidatesOf, isWhole, type Candidate } from './candidates.ts'
import { readQuery, type Reading } from './query-reading.ts'
import { RowsOfWords } from './rows-of-word.ts'
import { likelySynonyms, spansOf, type Level, type Span } from './spans.ts'

/** How well a row answers, as `workspace.classes` has it: by the term it answers worst. A higher class stands before stock and score. */
export const matchClass = { missesWord: 0, loose: 1, likely: 2, sure: 3, exactArticle: 4 } as const

/** Places of words that one search looks at; what would come after is worth least. */
const mostVisits = 1_000_000
const mostScore = 65_535
const mostRarity = 12
const leastOfLong = 4

/**
 * Rows that a query finds, their scores and classes in the workspace (valid for these rows only). A word of the query
 * may stand in a name, brand, category or parameter value, in any form, begun, in the other alphabet or as a synonym;
 * a piece of it may be an article, code or barcode, whole, begun or a part of one. Where no row has every word so,
 * slips of the fingers are forgiven. Rows with every word come first, then, of several words, those that miss one;
 * for a long query that no row answers so far, those that have most of its words.
 */
export function matchText(snapshot: Snapshot, workspace: Workspace, query: string, searchIn: FacetFilter['searchIn']): Uint32Array {
  const reading = readQuery(snapshot.text, query)
  const asked = searchIn === 'articul' ? withoutWords(reading) : reading
  const rows = new RowsOfWords(snapshot, searchIn)
  const spans = spansOf(snapshot.text, rows, asked, searchIn)
  const matcher = new Matcher(snapshot, workspace, rows, asked, searchIn)
  matcher.run(spans, { forgiving: false })
  if (searchIn !== 'articul' && matcher.mostHits() < matcher.required) {
    matcher.forget()
    matcher.run(spans, { forgiving: true })
  }
  return matcher.found(spans.exactRows)
}

/** Looking for articles, each piece between spaces is one term. */
function withoutWords({ pieces, wholeKeys }: Reading): Reading {
  const named = pieces.filter(({ keys }) => keys.length > 0)
  return {
    terms: named.map(({ keys }) => ({ text: keys[0] ?? '', isNumber: false, isOptional: false, isLast: false })),
    pieces: named.map(({ keys }, place) => ({ keys, from: place, to: place + 1 })),
    wholeKeys,
  }
}

class Matcher {
  readonly required: number
  readonly #snapshot: Snapshot
  readonly #space: Workspace
  readonly #rows: RowsOfWords
  readonly #reading: Reading
  readonly #searchIn: FacetFilter['searchIn']
  #touched = 0
  #visits = 0
  /** Number of the term being matched, from 1; 0: none. */
  #term = 0
  #isRequired = true

  constructor(snapshot: Snapshot, workspace: Workspace, rows: RowsOfWords, reading: Reading, searchIn: FacetFilter['searchIn']) {
    this.#snapshot = snapshot
    this.#space = workspace
    this.#rows = rows
    this.#reading = reading
    this.#searchIn = searchIn
    this.required = reading.terms.filter(({ isOptional }) => !isOptional).length
  }

  run({ spans }: { spans: readonly Span[] }, { forgiving }: { forgiving: boolean }): void {
    this.#visits = 0
    for (const [place, term] of this.#reading.terms.entries()) {
      this.#term = place + 1
      this.#isRequired = !term.isOptional
      const candidates = this.#searchIn === 'articul' ? [] : candidatesOf(this.#snapshot.text, term, { forgiving: forgiving && this.#isRequired })
      const rarity = this.#rarityOf(candidates)
      for (const span of spans) if (place >= span.from && place < span.to) this.#hitSpan(span)
      for (const span of this.#likelySynonyms(place, candidates)) this.#hitSpan(span)
      for (const candidate of candidates) this.#visit(candidate, rarity)
    }
  }

  /** The most required terms that a row has. */
  mostHits(): number {
    const { touchedRows, hits } = this.#space
    let most = 0
    for (let index = 0; index < this.#touched; index += 1) most = Math.max(most, hits[touchedRows[index]!]!)
    return most
  }

  /** Takes back all hits. */
  forget(): void {
    const { touchedRows, hits, sureHits, likelyHits, lastTerm, lastSureTerm, lastLikelyTerm, termBest } = this.#space
    for (let index = 0; index < this.#touched; index += 1) {
      const row = touchedRows[index]!
      hits[row] = 0
      sureHits[row] = 0
      lastTerm[row] = 0
      lastSureTerm[row] = 0
      likelyHits[row] = 0
      lastLikelyTerm[row] = 0
      termBest[row] = 0
    }
    this.#touched = 0
  }

  found(exactRows: readonly number[]): Uint32Array {
    const { touchedRows, hits, classes } = this.#space
    const least = this.#leastHits()
    const found = new Uint32Array(this.#touched)
    let count = 0
    for (let index = 0; index < this.#touched; index += 1) {
      const row = touchedRows[index]!
      if (hits[row]! < least) continue
      found[count] = row
      count += 1
      classes[row] = this.#classOf(row)
    }
    for (const row of exactRows) classes[row] = matchClass.exactArticle
    this.forget()
    return found.subarray(0, count)
  }

  #classOf(row: number): number {
    const { hits, sureHits, likelyHits } = this.#space
    if (hits[row]! < this.required) return matchClass.missesWord
    if (sureHits[row]! >= this.required) return matchClass.sure
    return likelyHits[row]! >= this.required ? matchClass.likely : matchClass.loose
  }

  /** One word may be missing of several; of a long query that nothing answers so, more; of one word not even a part. */
  #leastHits(): number {
    const { required } = this
    const mayMiss = this.#reading.pieces.filter(({ from, to }) => from < to).length > 1 ? 1 : 0
    const most = this.mostHits()
    if (most >= required - mayMiss || required < leastOfLong) return Math.max(1, required - mayMiss)
    return Math.max(most, Math.ceil(required / 2))
  }

  #likelySynonyms(place: number, candidates: readonly Candidate[]): Span[] {
    if (this.#searchIn === 'articul' || candidates.some(isWhole)) return []
    return likelySynonyms(this.#snapshot.text, this.#rows, place, candidates)
  }

  #hitSpan({ rows, weight, level }: Span): void {
    for (const row of rows) this.#hit(row, weight, level)
  }

  #visit({ word, worth, isSure, bare }: Candidate, rarity: number): void {
    if (this.#visits > mostVisits) return
    this.#visits += this.#rows.count(word)
    const level = isSure ? 'sure' : 'likely'
    this.#rows.visit(word, bare, (row, fieldWeight, isCategory) => {
      this.#hit(row, worth * fieldWeight * rarity, isCategory ? 'loose' : level)
    })
  }

  /** A rare word tells more than a frequent one: 1 where all rows have it, more with each halving. */
  #rarityOf(candidates: readonly Candidate[]): number {
    let rows = 1
    for (const { word, isSure } of candidates) if (isSure) rows += this.#rows.count(word)
    return Math.min(mostRarity, 1 + Math.max(0, Math.floor(Math.log2((this.#snapshot.rowCount + 1) / rows))))
  }

  #hit(row: number, weight: number, level: Level): void {
    const { hits, scores, termBest, lastTerm, touchedRows } = this.#space
    if (lastTerm[row] !== this.#term) {
      if (lastTerm[row] === 0) {
        scores[row] = 0
        touchedRows[this.#touched] = row
        this.#touched += 1
      }
      lastTerm[row] = this.#term
      if (this.#isRequired) hits[row]! += 1
      scores[row] = Math.min(mostScore, scores[row]! + weight)
      termBest[row] = weight
    } else if (weight > termBest[row]!) {
      scores[row] = Math.min(mostScore, scores[row]! + weight - termBest[row]!)
      termBest[row] = weight
    }
    if (this.#isRequired && level !== 'loose') this.#countLevel(row, level)
  }

  /** A sure hit is a likely one, too. */
  #countLevel(row: number, level: Level): void {
    const { sureHits, likelyHits, lastSureTerm, lastLikelyTerm } = this.#space
    if (lastLikelyTerm[row] !== this.#term) {
      lastLikelyTerm[row] = this.#term
      likelyHits[row]! += 1
    }
    if (level === 'sure' && lastSureTerm[row] !== this.#term) {
      lastSureTerm[row] = this.#term
      sureHits[row]! += 1
    }
  }
}
