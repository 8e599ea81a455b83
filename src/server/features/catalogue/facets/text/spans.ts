import type { FacetFilter } from '../query.ts'
import type { Snapshot } from '../snapshot.ts'
import { readString } from '../string-pool.ts'
import type { Candidate } from './candidates.ts'
import { rowsOfKey, rowsOfPart, rowsOfPrefix } from './keys.ts'
import { hasDigit } from './normalise.ts'
import type { Reading } from './query-reading.ts'
import { rowsOfPhrase } from './rows-of-word.ts'
import { phraseKey, textOf } from './synonyms.ts'
import type { TextIndex } from './text-index.ts'

/** How well a row answers a term: as it is typed; as a beginning, with a slip or in part; only by the name of its category. */
export type Level = 'sure' | 'likely' | 'loose'

/** Rows that answer several terms at once, from term `from` up to `to`: an article with a space in it, a synonym of two words. */
export type Span = { from: number; to: number; rows: ArrayLike<number> & Iterable<number>; weight: number; level: Level }

const weights = { article: 4000, begunArticle: 2000, shortBeginning: 200, part: 150, synonym: 400, synonymOfCategory: 150, likelySynonym: 150 }
const shortestBeginning = 2
const shortestPart = 3
/** Shorter ones stand in barcodes and codes by chance. */
const shortestPartOfNumber = 6
const tellingBeginning = 5
const mostLikely = 20

/** What a query may mean beyond single words; `exactRows`: the query as a whole is their article, code or barcode. */
export function spansOf(snapshot: Snapshot, reading: Reading, searchIn: FacetFilter['searchIn']): { spans: Span[]; exactRows: number[] } {
  const { text } = snapshot
  if (searchIn === 'header') return { spans: synonymSpans(snapshot, reading, searchIn), exactRows: [] }
  const exactRows = reading.wholeKeys.flatMap((key) => [...rowsOfKey(text.articles, key), ...rowsOfKey(text.numbers, key)])
  const all = { from: 0, to: reading.terms.length }
  const spans: Span[] = [{ ...all, rows: exactRows, weight: weights.article, level: 'sure' }]
  if (reading.pieces.length > 1) for (const key of reading.wholeKeys) if (hasDigit(key)) spans.push(...begunSpans(text, key, all))
  for (const { keys, from, to } of reading.pieces) {
    if (from < to) for (const key of keys) spans.push(...articleSpans(text, key, { from, to }, reading.pieces.length === 1))
  }
  if (searchIn === 'all') spans.push(...synonymSpans(snapshot, reading, searchIn))
  return { spans, exactRows }
}

type Place = { from: number; to: number }

function articleSpans(text: TextIndex, key: string, place: Place, alone: boolean): Span[] {
  const exact = [...rowsOfKey(text.articles, key), ...rowsOfKey(text.numbers, key)]
  const spans: Span[] = [{ ...place, rows: exact, weight: key.length < shortestPart ? weights.shortBeginning : weights.article, level: 'sure' }, ...begunSpans(text, key, place)]
  if (!hasDigit(key)) return spans
  if (key.length > shortestPart || (alone && key.length === shortestPart)) spans.push({ ...place, rows: rowsOfPart(text.articles, key), weight: weights.part, level: 'likely' })
  if (key.length >= shortestPartOfNumber) spans.push({ ...place, rows: rowsOfPart(text.numbers, key), weight: weights.part, level: 'likely' })
  return spans
}

/** Rows of what staff knows under another word that a term only begins, or that it misspells. */
export function likelySynonyms(snapshot: Snapshot, place: number, candidates: readonly Candidate[], searchIn: FacetFilter['searchIn']): Span[] {
  const { words, synonyms } = snapshot.text
  if (synonyms.phrases.size === 0 || searchIn === 'articul') return []
  const phrases = candidates.slice(0, mostLikely).flatMap(({ word }) => synonyms.phrases.get(phraseKey([readString(words, word)])) ?? [])
  return phrases.slice(0, mostLikely).map((phrase): Span => ({
    from: place, to: place + 1, rows: rowsOfPhrase(snapshot, phrase, searchIn, { categories: false }), weight: weights.likelySynonym, level: 'likely',
  }))
}

function begunSpans(text: TextIndex, key: string, place: Place): Span[] {
  if (key.length < shortestBeginning) return []
  const isTelling = hasDigit(key) && (key.length >= tellingBeginning || (/\p{L}/u.test(key) && key.length > shortestBeginning))
  const spans: Span[] = [{ ...place, rows: rowsOfPrefix(text.articles, key), weight: isTelling ? weights.begunArticle : weights.shortBeginning, level: isTelling ? 'sure' : 'likely' }]
  if (key.length >= shortestPartOfNumber) spans.push({ ...place, rows: rowsOfPrefix(text.numbers, key), weight: weights.begunArticle, level: 'sure' })
  return spans
}

/** Each run of terms that staff knows under other words, with the rows of those. */
function synonymSpans(snapshot: Snapshot, { terms }: Reading, searchIn: FacetFilter['searchIn']): Span[] {
  const { phrases, longest } = snapshot.text.synonyms
  const spans: Span[] = []
  for (let from = 0; from < terms.length; from += 1) {
    for (let to = from + 1; to <= Math.min(terms.length, from + longest); to += 1) {
      for (const phrase of phrases.get(phraseKey(terms.slice(from, to).map(textOf))) ?? []) {
        spans.push({ from, to, rows: rowsOfPhrase(snapshot, phrase, searchIn, { categories: false }), weight: weights.synonym, level: 'sure' })
        if (searchIn === 'all') spans.push({ from, to, rows: rowsOfPhrase(snapshot, phrase, searchIn, { categories: true }), weight: weights.synonymOfCategory, level: 'loose' })
      }
    }
  }
  return spans
}
