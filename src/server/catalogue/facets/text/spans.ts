import type { FacetFilter } from '../query.ts'
import { readString } from '../string-pool.ts'
import type { Candidate } from './candidates.ts'
import { rowsOfKey, rowsOfPart, rowsOfPrefix } from './keys.ts'
import { hasDigit, lookAlikesOf } from './normalise.ts'
import type { Reading } from './query-reading.ts'
import type { RowsOfWords } from './rows-of-word.ts'
import { phraseKey, textOf } from './synonyms.ts'
import type { TextIndex } from './text-index.ts'

/** Level of a match: as typed; as a prefix, with a typo or in part; only by the name of the category. */
export type Level = 'sure' | 'likely' | 'loose'

/** Rows that match several terms at once, from term `from` to `to`: an article with a space, a synonym of two words. */
export type Span = {
  from: number
  to: number
  rows: ArrayLike<number> & Iterable<number>
  weight: number
  level: Level
}

const weights = {
  article: 4000,
  articlePrefix: 2000,
  inName: 1500,
  shortBeginning: 200,
  part: 150,
  synonym: 400,
  synonymOfCategory: 150,
  likelySynonym: 150,
  letterAndNumber: 400,
}
const shortestBeginning = 2
const shortestPart = 3
/** Shorter parts occur in barcodes and codes by chance. */
const shortestPartOfNumber = 6
const minSelectivePrefix = 5
/** Parts per query; each search for a part scans all keys. */
const maxParts = 6
const maxSynonyms = 20
const letterAndNumber = /^(\p{L})(\d{1,4})$/u

/** Matches beyond single words; `exactRows`: rows with the whole query as article, code or barcode. */
export function spansOf(
  text: TextIndex,
  rows: RowsOfWords,
  reading: Reading,
  searchIn: FacetFilter['searchIn'],
): { spans: Span[]; exactRows: number[] } {
  const synonyms =
    searchIn === 'articul'
      ? []
      : [...synonymSpans(text, rows, reading, searchIn), ...letterAndNumberSpans(rows, reading)]
  if (searchIn === 'header') return { spans: synonyms, exactRows: [] }
  const { terms, pieces, wholeKeys } = reading
  const exactRows = wholeKeys.flatMap((key) => rowsOfWhole(text, key))
  const all = { from: 0, to: terms.length }
  const spans: Span[] = [{ ...all, rows: exactRows, weight: weights.article, level: 'sure' }]
  if (pieces.length > 1)
    for (const key of wholeKeys) if (hasDigit(key)) spans.push(...prefixSpans(text, rows, key, all))
  const keysOfPieces = pieces.flatMap(({ keys, from, to }) =>
    from < to ? keys.map((key) => ({ key, range: { from, to } })) : [],
  )
  for (const { key, range } of keysOfPieces) {
    spans.push({
      ...range,
      rows: rowsOfWhole(text, key),
      weight: key.length < shortestPart ? weights.shortBeginning : weights.article,
      level: 'sure',
    })
    spans.push(...prefixSpans(text, rows, key, range))
  }
  const min = pieces.length === 1 ? shortestPart : shortestPart + 1
  const parts = keysOfPieces.filter(({ key }) => hasDigit(key) && key.length >= min).slice(0, maxParts)
  for (const { key, range } of parts) spans.push(...partSpans(text, key, range))
  return { spans: [...spans, ...synonyms], exactRows }
}

type TermRange = { from: number; to: number }

function rowsOfWhole({ articles, numbers }: TextIndex, key: string): number[] {
  return [...rowsOfKey(articles, key), ...rowsOfKey(numbers, key)]
}

function prefixSpans({ articles, numbers }: TextIndex, rows: RowsOfWords, key: string, range: TermRange): Span[] {
  if (key.length < shortestBeginning) return []
  const isDistinctive =
    hasDigit(key) && (key.length >= minSelectivePrefix || (/\p{L}/u.test(key) && key.length > shortestBeginning))
  const spans: Span[] = [
    {
      ...range,
      rows: rowsOfPrefix(articles, key),
      weight: isDistinctive ? weights.articlePrefix : weights.shortBeginning,
      level: isDistinctive ? 'sure' : 'likely',
    },
  ]
  if (isDistinctive) spans.push({ ...range, rows: rows.namedWithBeginning(key), weight: weights.inName, level: 'sure' })
  if (key.length >= shortestPartOfNumber)
    spans.push({ ...range, rows: rowsOfPrefix(numbers, key), weight: weights.articlePrefix, level: 'sure' })
  return spans
}

function partSpans({ articles, numbers }: TextIndex, key: string, range: TermRange): Span[] {
  const spans: Span[] = [{ ...range, rows: rowsOfPart(articles, key), weight: weights.part, level: 'likely' }]
  if (key.length >= shortestPartOfNumber)
    spans.push({ ...range, rows: rowsOfPart(numbers, key), weight: weights.part, level: 'likely' })
  return spans
}

/** Rows for each run of terms that has synonyms. */
function synonymSpans(
  { synonyms }: TextIndex,
  rows: RowsOfWords,
  { terms }: Reading,
  searchIn: FacetFilter['searchIn'],
): Span[] {
  const { phrases, longest } = synonyms
  const meant = terms.flatMap((_, from) =>
    terms.slice(from, from + longest).flatMap((_, more) => {
      const range = { from, to: from + more + 1 }
      return (phrases.get(phraseKey(terms.slice(range.from, range.to).map(textOf))) ?? []).map((phrase) => ({
        range,
        phrase,
      }))
    }),
  )
  return meant.slice(0, maxSynonyms).flatMap(({ range, phrase }): Span[] => {
    const named: Span = {
      ...range,
      rows: rows.ofPhrase(phrase, { categories: false }),
      weight: weights.synonym,
      level: 'sure',
    }
    return searchIn === 'header'
      ? [named]
      : [
          named,
          {
            ...range,
            rows: rows.ofPhrase(phrase, { categories: true }),
            weight: weights.synonymOfCategory,
            level: 'loose',
          },
        ]
  })
}

/**
 * 'c16', a trip characteristic and its amperes: rows with the letter, in either alphabet, and the number, with or
 * without unit.
 */
function letterAndNumberSpans(rows: RowsOfWords, { terms }: Reading): Span[] {
  return terms.flatMap(({ text }, index): Span[] => {
    const [, letter = '', number = ''] = letterAndNumber.exec(text) ?? []
    if (letter === '') return []
    return lookAlikesOf(letter).map((spelled) => ({
      from: index,
      to: index + 1,
      rows: rows.ofPhrase([spelled, number], { categories: false }),
      weight: weights.letterAndNumber,
      level: 'likely',
    }))
  })
}

/** Rows for synonyms that a term only begins or misspells. */
export function likelySynonyms(
  { words, synonyms }: TextIndex,
  rows: RowsOfWords,
  index: number,
  candidates: readonly Candidate[],
): Span[] {
  if (synonyms.phrases.size === 0) return []
  const phrases = candidates
    .slice(0, maxSynonyms)
    .flatMap(({ word }) => synonyms.phrases.get(phraseKey([readString(words, word)])) ?? [])
  return phrases.slice(0, maxSynonyms).map((phrase): Span => ({
    from: index,
    to: index + 1,
    rows: rows.ofPhrase(phrase, { categories: false }),
    weight: weights.likelySynonym,
    level: 'likely',
  }))
}
