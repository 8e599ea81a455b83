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
export type Candidate = { word: number; worth: number; isSure: boolean; isBegun?: boolean; bare?: boolean }

const worths = {
  number: 44,
  whole: 46,
  exact: 40,
  stem: 34,
  sound: 30,
  synonym: 32,
  typing: 36,
  typingShort: 24,
  begun: 20,
  begunBesides: 10,
  otherUnit: 8,
  oneSlip: 10,
  twoSlips: 6,
}
const maxBegun = 2000
const shortestBeginning = 3

/** Words that a term may mean, best first; with `forgiving` also words within typing errors. */
export function candidatesOf(index: TextIndex, term: Term, { forgiving }: { forgiving: boolean }): Candidate[] {
  const candidates = new Candidates(index)
  if (term.isNumber) addNumber(candidates, term)
  else addWord(candidates, term)
  if (forgiving && !hasDigit(term.text)) addSlips(candidates, index, term)
  return candidates.list
}

/** A whole word, not just a prefix or a typo. */
export function isWholeWord({ worth, isBegun }: Candidate): boolean {
  return isBegun !== true && worth >= worths.sound
}

/** Words that match a word of a synonym, in any inflection. */
export function formsOf(index: TextIndex, text: string): Candidate[] {
  const candidates = new Candidates(index)
  candidates.addWord(text, worths.synonym)
  candidates.addStem(candidates.stemIndex(text), worths.synonym, true)
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

  addWord(text: string, worth: number): void {
    const word = findString(this.#index.words, text)
    if (word >= 0) this.add({ word, worth, isSure: true })
  }

  addStem(stem: number, worth: number, isSure: boolean): void {
    if (stem < 0) return
    const { starts, values } = this.#index.wordsOfStem
    for (const word of values.subarray(starts[stem], starts[stem + 1])) this.add({ word, worth, isSure })
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
    this.add({ word, worth: worths.exact, isSure: true, bare: true })
    this.add({ word, worth: worths.otherUnit, isSure: false, bare: false })
  }

  addBegun(text: string, worth: number, isSure: boolean): void {
    const { from, to } = prefixRange(this.#index.words, text)
    for (let word = from; word < Math.min(to, from + maxBegun); word += 1)
      this.add({ word, worth, isSure, isBegun: true })
  }

  addSounding(text: string): void {
    for (const word of wordsSoundingLike(this.#index, text)) this.add({ word, worth: worths.sound, isSure: true })
  }
}

function addNumber(candidates: Candidates, { text, unit, whole, isLast }: Term): void {
  if (whole !== undefined) candidates.addWord(whole, worths.whole)
  if (unit === undefined) {
    candidates.addWord(text, worths.exact)
    if (isLast) candidates.addBegun(text, worths.begunBesides, false)
    return
  }
  candidates.addWord(text + unit, worths.number)
  candidates.addNumberOfName(text)
}

/**
 * The last word may be incomplete. Unless it is a whole word, its completions rank above its inflections ('шурупо' →
 * 'шуруповёрт' before 'шуруп'); for one or two letters both count.
 */
function addWord(candidates: Candidates, term: Term): void {
  const { text, isLast } = term
  candidates.addWord(text, worths.exact)
  const isWord = candidates.list.length > 0
  if (isLast && !isWord) candidates.addBegun(text, worths.typing, true)
  else if (isLast && text.length < shortestBeginning) candidates.addBegun(text, worths.typingShort, true)
  candidates.addStem(candidates.stemIndex(text), worths.stem, true)
  candidates.addSounding(text)
  const isKnown = candidates.list.length > 0
  if (isLast || text.length >= shortestBeginning)
    candidates.addBegun(text, isKnown ? worths.begunBesides : worths.begun, !isKnown)
}

/** By word and by stem: a typo in an inflected form may be far from every indexed form. */
function addSlips(candidates: Candidates, index: TextIndex, { text, isLast }: Term): void {
  const stem = stemOf(text)
  const isPrefix = isLast && stem.length > shortestBeginning
  const worthOf = (distance: number) => (distance === 1 ? worths.oneSlip : worths.twoSlips)
  for (const { index: word, distance } of nearWords(
    index.words,
    index.mistakableWords,
    text,
    maxTyposIn(text),
    isPrefix,
  )) {
    candidates.add({ word, worth: worthOf(distance), isSure: false })
  }
  for (const { index: nearStem, distance } of nearWords(
    index.stems,
    index.mistakableStems,
    stem,
    maxTyposIn(stem),
    isPrefix,
  )) {
    candidates.addStem(nearStem, worthOf(distance), false)
  }
}
