import type { Lists } from '../lists.ts'
import type { StringPool } from '../string-pool.ts'
import type { Synonyms } from './synonyms.ts'

/**
 * Words and numbers of the goods. Only words of names have postings of their own; those of brands, categories and
 * parameter values refer to their index in the snapshot, which has the rows.
 */
export type TextIndex = {
  /** Distinct words, sorted by bytes; what typos are looked for among. */
  words: StringPool
  mistakableWords: TypoIndex
  /** Rows whose name has a word, and how (fields.ts, nameBits). */
  postings: Lists
  fields: Uint8Array
  brandsOfWord: Lists
  categoriesOfWord: Lists
  valuesOfWord: Lists
  /** Distinct stems, sorted by bytes, with their words. */
  stems: StringPool
  wordsOfStem: Lists
  mistakableStems: TypoIndex
  /** Distinct skeletons of how words sound (sound.ts), sorted by bytes, with their words. */
  sounds: StringPool
  wordsOfSound: Lists
  /** Articles; codes of 1C and barcodes. */
  articles: KeyIndex
  numbers: KeyIndex
  synonyms: Synonyms
}

/** By index in a pool: letters (letters.ts) and length of what a typo may hit, 0 for the rest. */
export type TypoIndex = { letters: Uint32Array; lengths: Uint8Array }

/**
 * Keys (normalise.ts, articleKey) sorted by bytes, with the row of each; and which two bytes are adjacent in any of
 * them, a bit for each pair.
 */
export type KeyIndex = { keys: StringPool; rows: Uint32Array; pairs: Uint32Array }
