import { findString, prefixRange } from '../string-pool.ts'
import { nearWords, maxTyposIn } from './near.ts'
import { hasDigit } from './normalise.ts'
import type { Term } from './query-reading.ts'
import { wordsSoundingLike } from './sounding.ts'
import { stemOf } from './stem.ts'
import type { TextIndex } from './text-index.ts'

/**
 * A word of the catalogue that a term may mean, its score, and whether the match is certain or likely (a prefix beside
 * whole words, a typo). `bare`: only numbers without unit, or only with one.
 */
export type Candidate = { word: number; weight: number; isCertain: boolean; isPrefix?: boolean; bare?: boolean }

const weights = {
  number: 44,
  whole: 46,
  exact: 40,
  stem: 34,
  sound: 30,
  synonym: 32,
  typing: 36,
  typingShort: 24,
  prefix: 20,
  prefixOfOther: 10,
  otherUnit: 8,
  oneTypo: 10,
  twoTypos: 6,
}
const maxBegun = 2000
const shortestBeginning = 3

/** Possible words of a term, best first; with `allowTypos` also words with typing errors. */
export function candidatesOf(index: TextIndex, term: Term, { allowTypos }: { allowTypos: boolean }): Candidate[] {
  const candidates = new Candidates(index)
  if (term.isNumber) addNumber(candidates, term)
  else addWord(candidates, term)
  if (allowTypos && !hasDigit(term.text)) addTypos(candidates, index, term)
  return candidates.list
}

/** A whole word, not just a prefix or a typo. */
export function isWholeWord({ weight, isPrefix }: Candidate): boolean {
  return isPrefix !== true && weight >= weights.sound
}

/** Words that match a word of a synonym, in any inflection. */
export function formsOf(index: TextIndex, text: string): Candidate[] {
  const candidates = new Candidates(index)
  candidates.addWord(text, weights.synonym)
  candidates.addStem(candidates.stemIndex(text), weights.synonym, true)
  return candidates.list
}

/** Collects words, each with its best score, which comes first. */
class Candidates {
  readonly list: Candidate[] = []
  readonly #index: TextIndex
  readonly #seen = new Set<number>()

  constructor(index: TextIndex) {
    this.#index = index
  }

  add(candidate: Candidate): void {
    if (candidate.bare === undefined) {
      if (this.#seen.has(candidate.word)) return
      this.#seen.add(candidate.word)
    }
    this.list.push(candidate)
  }

  addWord(text: string, weight: number): void {
    const word = findString(this.#index.words, text)
    if (word >= 0) this.add({ word, weight, isCertain: true })
  }

  addStem(stem: number, weight: number, isCertain: boolean): void {
    if (stem < 0) return
    const { starts, values } = this.#index.wordsOfStem
    for (const word of values.subarray(starts[stem], starts[stem + 1])) this.add({ word, weight, isCertain })
  }

  stemIndex(text: string): number {
    return findString(this.#index.stems, stemOf(text))
  }

  /**
   * A number in a name matches without a unit as well as with the requested one; with another unit the score is low.
   */
  addNumberOfName(text: string): void {
    const word = findString(this.#index.words, text)
    if (word < 0) return
    this.add({ word, weight: weights.exact, isCertain: true, bare: true })
    this.add({ word, weight: weights.otherUnit, isCertain: false, bare: false })
  }

  addPrefix(text: string, weight: number, isCertain: boolean): void {
    const { from, to } = prefixRange(this.#index.words, text)
    for (let word = from; word < Math.min(to, from + maxBegun); word += 1)
      this.add({ word, weight, isCertain, isPrefix: true })
  }

  addSounding(text: string): void {
    for (const word of wordsSoundingLike(this.#index, text)) this.add({ word, weight: weights.sound, isCertain: true })
  }
}

function addNumber(candidates: Candidates, { text, unit, whole, isLast }: Term): void {
  if (whole !== undefined) candidates.addWord(whole, weights.whole)
  if (unit === undefined) {
    candidates.addWord(text, weights.exact)
    if (isLast) candidates.addPrefix(text, weights.prefixOfOther, false)
    return
  }
  candidates.addWord(text + unit, weights.number)
  candidates.addNumberOfName(text)
}

/**
 * The last word may be incomplete. Unless it is a whole word, its completions rank above its inflections ('шурупо' →
 * 'шуруповёрт' before 'шуруп'); for one or two letters both count.
 */
function addWord(candidates: Candidates, term: Term): void {
  const { text, isLast } = term
  candidates.addWord(text, weights.exact)
  const isWord = candidates.list.length > 0
  if (isLast && !isWord) candidates.addPrefix(text, weights.typing, true)
  else if (isLast && text.length < shortestBeginning) candidates.addPrefix(text, weights.typingShort, true)
  candidates.addStem(candidates.stemIndex(text), weights.stem, true)
  candidates.addSounding(text)
  const isKnown = candidates.list.length > 0
  if (isLast || text.length >= shortestBeginning)
    candidates.addPrefix(text, isKnown ? weights.prefixOfOther : weights.prefix, !isKnown)
}

/** By word and by stem: a typo in an inflected form may be far from every indexed form. */
function addTypos(candidates: Candidates, index: TextIndex, { text, isLast }: Term): void {
  const stem = stemOf(text)
  const isPrefix = isLast && stem.length > shortestBeginning
  const weightOf = (distance: number) => (distance === 1 ? weights.oneTypo : weights.twoTypos)
  for (const { index: word, distance } of nearWords(index.words, index.typoWords, text, maxTyposIn(text), isPrefix)) {
    candidates.add({ word, weight: weightOf(distance), isCertain: false })
  }
  for (const { index: nearStem, distance } of nearWords(
    index.stems,
    index.typoStems,
    stem,
    maxTyposIn(stem),
    isPrefix,
  )) {
    candidates.addStem(nearStem, weightOf(distance), false)
  }
}
