import { findString, prefixRange } from '../string-pool.ts'
import { inOtherLayout } from './keyboard.ts'
import { nearWords, maxTyposIn } from './near.ts'
import { articleKey, articleKeysInLatin, fold, hasDigit } from './normalise.ts'
import { wordsSoundingLike } from './sounding.ts'
import { stemOf } from './stem.ts'
import { phraseKey } from './synonyms.ts'
import type { TextIndex } from './text-index.ts'
import { tokensOf, type Token } from './tokens.ts'
import { unitOf } from './units.ts'

/** Limits, because a pasted page is not searched word by word. */
const maxPieces = 16
const maxTerms = 16
const longestPiece = 64
const shortestBeginning = 3
const maxWordsOfPiece = 4
const shortestGlued = 3
const lettersOnly = /^\p{L}+$/u

/** A word or number of the query; an optional one need not occur ('с', 'для'). */
export type Term = Pick<Token, 'text' | 'isNumber' | 'unit' | 'whole'> & { isOptional: boolean; isLast: boolean }
/** A piece between spaces: its article keys (as typed and in the other layout) and its terms. */
export type Piece = { keys: string[]; from: number; to: number }
export type Reading = { terms: Term[]; pieces: Piece[]; wholeKeys: string[] }

const linking = new Set(
  'а без в во для до до за и из или к ко на над не о об от по под при с со у'
    .split(' ')
    .filter((word) => word !== 'без'),
)

/**
 * Interprets a query. Each piece is read as typed, or in the other keyboard layout if only that gives known words; an
 * unknown piece may be two known words without a space; then numbers take the units after them.
 */
export function readQuery(index: TextIndex, query: string): Reading {
  const typed = query
    .trim()
    .split(/\s+/, maxPieces)
    .map((piece) => piece.slice(0, longestPiece))
  const chosen: string[] = []
  for (const [number, piece] of typed.entries())
    chosen.push(
      splitGluedWords(
        index,
        chooseLayout(index, piece, { before: chosen.at(-1), isLast: number === typed.length - 1 }),
      ),
    )
  const tokens = tokensOf(chosen.join(' ')).slice(0, maxTerms)
  const optional = tokens.map(({ text }) => linking.has(text))
  const allOptional = optional.every(Boolean)
  const terms = tokens.map((token, index): Term => ({
    text: token.text,
    isNumber: token.isNumber,
    ...(token.unit === undefined ? {} : { unit: token.unit }),
    ...(token.whole === undefined ? {} : { whole: token.whole }),
    isOptional: !allOptional && optional[index] === true,
    isLast: index === tokens.length - 1,
  }))
  return { terms, pieces: piecesOf(typed, chosen, tokens), wholeKeys: keysOf(typed.join(''), chosen.join('')) }
}

function piecesOf(typed: readonly string[], chosen: readonly string[], tokens: readonly Token[]): Piece[] {
  let start = 0
  return typed.map((piece, index) => {
    const read = chosen[index] ?? ''
    const end = start + read.length
    const from = tokens.findIndex((token) => token.start >= start)
    const to = tokens.findIndex((token) => token.start >= end)
    start = end + 1
    return { keys: keysOf(piece, read), from: from < 0 ? tokens.length : from, to: to < 0 ? tokens.length : to }
  })
}

/**
 * Possible article keys: as typed, in the other layout, and, if it contains digits, with Cyrillic letters replaced by
 * Latin ones.
 */
function keysOf(typed: string, read: string): string[] {
  const key = articleKey(typed)
  const keys = [key, articleKey(read), ...(hasDigit(key) ? articleKeysInLatin(typed) : [])]
  return [...new Set(keys.filter((each) => each !== ''))]
}

/**
 * The folded piece, as typed or in the other layout. The last piece may be incomplete and stays as typed if it begins a
 * known word.
 */
function chooseLayout(
  index: TextIndex,
  piece: string,
  { before, isLast }: { before: string | undefined; isLast: boolean },
): string {
  const typed = fold(piece)
  const others = inOtherLayout(piece).map(fold)
  if (others.length === 0) return typed
  const afterNumber = before !== undefined && /\d$/.test(before)
  if (afterNumber && unitOf(typed) === undefined) {
    const unit = others.find((other) => unitOf(other) !== undefined)
    if (unit !== undefined) return unit
  }
  const known = familiarityOf(index, typed)
  if (known === 2 || (isLast && hasPrefix(index.words, typed))) return typed
  const ranked = others
    .map((other) => ({ other, known: familiarityOf(index, other) }))
    .toSorted((a, b) => b.known - a.known)
  const [best] = ranked
  if (best && best.known > known) return best.other
  if (known > 0 || isNearKnown(index, typed)) return typed
  return others.find((other) => isNearKnown(index, other)) ?? typed
}

/** 'болгаркамакита': two known words, if the whole is not a known word, a prefix of one or a typo of one. */
function splitGluedWords(index: TextIndex, read: string): string {
  if (read.length < 2 * shortestGlued || !lettersOnly.test(read) || familiarityOf(index, read) > 0) return read
  let best: { at: number; shorter: number } | undefined
  for (let at = shortestGlued; at <= read.length - shortestGlued; at += 1) {
    const shorter = Math.min(at, read.length - at)
    if (shorter > (best?.shorter ?? 0) && isWord(index, read.slice(0, at)) && isWord(index, read.slice(at)))
      best = { at, shorter }
  }
  return best === undefined || isNearKnown(index, read) ? read : `${read.slice(0, best.at)} ${read.slice(best.at)}`
}

function isWord(index: TextIndex, text: string): boolean {
  return familiarityOfWord(index, { text, isNumber: false }) === 2
}

/** 2: every word is known; 1: some are only prefixes of known words; 0: some are neither. */
function familiarityOf(index: TextIndex, folded: string): 0 | 1 | 2 {
  const key = articleKey(folded)
  if (
    key.length >= shortestBeginning &&
    hasDigit(key) &&
    (hasPrefix(index.articles.keys, key) || hasPrefix(index.numbers.keys, key))
  )
    return 2
  const tokens = tokensOf(folded)
  if (tokens.length === 0) return 0
  let min: 0 | 1 | 2 = 2
  for (const token of tokens) {
    const known = familiarityOfWord(index, token)
    if (known < min) min = known
  }
  return min
}

function familiarityOfWord(index: TextIndex, { text, isNumber }: Pick<Token, 'text' | 'isNumber'>): 0 | 1 | 2 {
  if (isNumber || findString(index.words, text) >= 0 || findString(index.stems, stemOf(text)) >= 0) return 2
  if (index.synonyms.phrases.has(phraseKey([text]))) return 2
  if (wordsSoundingLike(index, text).length > 0) return 2
  return text.length >= shortestBeginning && hasPrefix(index.words, text) ? 1 : 0
}

function hasPrefix(pool: TextIndex['words'], prefix: string): boolean {
  const { from, to } = prefixRange(pool, prefix)
  return to > from
}

function isNearKnown(index: TextIndex, folded: string): boolean {
  const tokens = tokensOf(folded)
  return (
    tokens.length <= maxWordsOfPiece &&
    tokens.every(
      ({ text, isNumber }) =>
        isNumber ||
        (!hasDigit(text) && nearWords(index.words, index.typoWords, text, maxTyposIn(text), false).length > 0),
    )
  )
}
