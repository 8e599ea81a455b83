import type { FacetFilter } from '../query.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Workspace } from '../workspace.ts'
import { candidatesOf, isWholeWord, type Candidate } from './candidates.ts'
import { readQuery, type Reading } from './query-reading.ts'
import { RowsOfWords } from './rows-of-word.ts'
import { likelySynonyms, spansOf, type Level, type Span } from './spans.ts'

/** Class of a row in `workspace.classes`, by its worst term. A higher class ranks before stock and score. */
export const matchClass = { missesWord: 0, loose: 1, likely: 2, sure: 3, exactArticle: 4 } as const

/** Maximum postings visited per search; the rest has the lowest score. */
const maxVisits = 1_000_000
const maxScore = 65_535
const maxRarity = 12
const minOfLong = 4

/**
 * Finds the rows of a query; their scores and classes are in the workspace and valid for these rows only. A word may
 * occur in a name, brand, category or parameter value, in any inflection, as a prefix, in the other alphabet or as a
 * synonym; a piece may be an article, code or barcode, whole or in part. If no row has all words, typos are forgiven.
 * Rows with all words come first, then rows that miss one of several; for a long query without results, rows with most
 * of its words.
 */
export function matchText(
  snapshot: Snapshot,
  workspace: Workspace,
  query: string,
  searchIn: FacetFilter['searchIn'],
): Uint32Array {
  const reading = readQuery(snapshot.text, query)
  const searched = searchIn === 'articul' ? withoutWords(reading) : reading
  const rows = new RowsOfWords(snapshot, searchIn)
  const spans = spansOf(snapshot.text, rows, searched, searchIn)
  const matcher = new Matcher(snapshot, workspace, rows, searched, searchIn)
  matcher.run(spans, { allowTypos: false })
  if (searchIn !== 'articul' && matcher.maxHits() < matcher.required) {
    matcher.forget()
    matcher.run(spans, { allowTypos: true })
  }
  return matcher.found(spans.exactRows)
}

/** Search in articles: each piece between spaces is one term. */
function withoutWords({ pieces, wholeKeys }: Reading): Reading {
  const named = pieces.filter(({ keys }) => keys.length > 0)
  return {
    terms: named.map(({ keys }) => ({ text: keys[0] ?? '', isNumber: false, isOptional: false, isLast: false })),
    pieces: named.map(({ keys }, index) => ({ keys, from: index, to: index + 1 })),
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
  /** Number of the current term, from 1; 0: none. */
  #term = 0
  #isRequired = true

  constructor(
    snapshot: Snapshot,
    workspace: Workspace,
    rows: RowsOfWords,
    reading: Reading,
    searchIn: FacetFilter['searchIn'],
  ) {
    this.#snapshot = snapshot
    this.#space = workspace
    this.#rows = rows
    this.#reading = reading
    this.#searchIn = searchIn
    this.required = reading.terms.filter(({ isOptional }) => !isOptional).length
  }

  run({ spans }: { spans: readonly Span[] }, { allowTypos }: { allowTypos: boolean }): void {
    this.#visits = 0
    for (const [index, term] of this.#reading.terms.entries()) {
      this.#term = index + 1
      this.#isRequired = !term.isOptional
      const candidates =
        this.#searchIn === 'articul'
          ? []
          : candidatesOf(this.#snapshot.text, term, { allowTypos: allowTypos && this.#isRequired })
      const rarity = this.#rarityOf(candidates)
      for (const span of spans) if (index >= span.from && index < span.to) this.#hitSpan(span)
      for (const span of this.#likelySynonyms(index, candidates)) this.#hitSpan(span)
      for (const candidate of candidates) this.#visit(candidate, rarity)
    }
  }

  /** Maximum number of required terms that any row has. */
  maxHits(): number {
    const { touchedRows, marks } = this.#space
    let max = 0
    for (let index = 0; index < this.#touched; index += 1)
      max = Math.max(max, countIn(marks[2 * touchedRows[index]!]!, hits))
    return max
  }

  /** Resets all hits. */
  forget(): void {
    const { touchedRows, marks } = this.#space
    for (let index = 0; index < this.#touched; index += 1) marks[2 * touchedRows[index]!] = 0
    this.#touched = 0
  }

  found(exactRows: readonly number[]): Uint32Array {
    const { touchedRows, marks, classes, scores } = this.#space
    const min = this.#minHits()
    const found = new Uint32Array(this.#touched)
    let count = 0
    for (let index = 0; index < this.#touched; index += 1) {
      const row = touchedRows[index]!
      const mark = marks[2 * row]!
      if (countIn(mark, hits) < min) continue
      found[count] = row
      count += 1
      classes[row] = this.#classOf(mark)
      scores[row] = marks[2 * row + 1]! >>> 16
    }
    for (const row of exactRows) classes[row] = matchClass.exactArticle
    this.forget()
    return found.subarray(0, count)
  }

  #classOf(mark: number): number {
    if (countIn(mark, hits) < this.required) return matchClass.missesWord
    if (countIn(mark, sureHits) >= this.required) return matchClass.sure
    return countIn(mark, likelyHits) >= this.required ? matchClass.likely : matchClass.loose
  }

  /** One of several words may be missing; more in a long query without results; none in a single-word query. */
  #minHits(): number {
    const { required } = this
    const mayMiss = this.#reading.pieces.filter(({ from, to }) => from < to).length > 1 ? 1 : 0
    const max = this.maxHits()
    if (max >= required - mayMiss || required < minOfLong) return Math.max(1, required - mayMiss)
    return Math.max(max, Math.ceil(required / 2))
  }

  #likelySynonyms(index: number, candidates: readonly Candidate[]): Span[] {
    if (this.#searchIn === 'articul' || candidates.some(isWholeWord)) return []
    return likelySynonyms(this.#snapshot.text, this.#rows, index, candidates)
  }

  #hitSpan({ rows, weight, level }: Span): void {
    for (let index = 0; index < rows.length; index += 1) this.#hit(rows[index]!, weight, level)
  }

  #visit({ word, weight, isCertain, bare }: Candidate, rarity: number): void {
    if (this.#visits > maxVisits) return
    this.#visits += this.#rows.count(word)
    const level = isCertain ? 'sure' : 'likely'
    this.#rows.visit(word, bare, (row, fieldWeight, isCategory) => {
      this.#hit(row, weight * fieldWeight * rarity, isCategory ? 'loose' : level)
    })
  }

  /** Rare words weigh more: 1 if all rows have the word, plus 1 for each halving. */
  #rarityOf(candidates: readonly Candidate[]): number {
    let rows = 1
    for (const { word, isCertain } of candidates) if (isCertain) rows += this.#rows.count(word)
    return Math.min(maxRarity, 1 + Math.max(0, Math.floor(Math.log2((this.#snapshot.rowCount + 1) / rows))))
  }

  #hit(row: number, weight: number, level: Level): void {
    const { marks, touchedRows } = this.#space
    const before = marks[2 * row]!
    let mark = before
    if (countIn(mark, lastTerm) !== this.#term) {
      // Scores left by an earlier search do not count.
      const score = before === 0 ? 0 : marks[2 * row + 1]! >>> 16
      if (before === 0) {
        touchedRows[this.#touched] = row
        this.#touched += 1
      }
      mark = withCount(mark, lastTerm, this.#term)
      if (this.#isRequired) mark += 1 << hits
      marks[2 * row + 1] = scored(score + weight, weight)
    } else {
      const scores = marks[2 * row + 1]!
      const best = scores & maxScore
      if (weight > best) marks[2 * row + 1] = scored((scores >>> 16) + weight - best, weight)
    }
    if (this.#isRequired && level !== 'loose') mark = this.#withLevel(mark, level)
    if (mark !== before) marks[2 * row] = mark
  }

  /** A certain hit is also a likely one. */
  #withLevel(before: number, level: Level): number {
    let mark = before
    if (countIn(mark, lastLikelyTerm) !== this.#term)
      mark = withCount(mark, lastLikelyTerm, this.#term) + (1 << likelyHits)
    if (level === 'sure' && countIn(mark, lastSureTerm) !== this.#term)
      mark = withCount(mark, lastSureTerm, this.#term) + (1 << sureHits)
    return mark
  }
}

/**
 * Two numbers per row in `workspace.marks`, adjacent to share a cache line. The first packs six counters of terms (at
 * most 16): the last term that hit, certainly, likely, and how many did. The second packs the score and the best weight
 * of the last term.
 */
const [lastTerm, lastSureTerm, lastLikelyTerm, hits, sureHits, likelyHits] = [0, 5, 10, 15, 20, 25] as const
const countMask = 31

function countIn(mark: number, bit: number): number {
  return (mark >>> bit) & countMask
}

function withCount(mark: number, bit: number, count: number): number {
  return (mark & ~(countMask << bit)) | (count << bit)
}

function scored(score: number, best: number): number {
  return ((Math.min(maxScore, score) << 16) | best) >>> 0
}
