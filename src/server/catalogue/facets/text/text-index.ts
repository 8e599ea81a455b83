import type { Lists } from '../lists.ts'
import type { StringPool } from '../string-pool.ts'
import type { Synonyms } from './synonyms.ts'

/**
 * Index of words and numbers. Only words of names have postings; those of brands, categories and values refer to their
 * index in the snapshot, which has the rows.
 */
export type TextIndex = {
  /** Distinct words sorted by bytes; typos are searched among them. */
  words: StringPool
  typoWords: TypoIndex
  /** Rows whose name has a word, with the bits of fields.ts (nameBits). */
  postings: Lists
  fields: Uint8Array
  brandsOfWord: Lists
  categoriesOfWord: Lists
  valuesOfWord: Lists
  /** Distinct stems sorted by bytes, with their words. */
  stems: StringPool
  wordsOfStem: Lists
  typoStems: TypoIndex
  /** Distinct phonetic keys (sound.ts) sorted by bytes, with their words. */
  sounds: StringPool
  wordsOfSound: Lists
  /** Articles; codes of 1C and barcodes. */
  articles: KeyIndex
  numbers: KeyIndex
  synonyms: Synonyms
}

/** By index in a pool: letter mask (letters.ts) and length of words open to typos, 0 for the rest. */
export type TypoIndex = { letters: Uint32Array; lengths: Uint8Array }

/**
 * Keys (normalise.ts, articleKey) sorted by bytes, with their rows; and a bit for each pair of bytes adjacent in any
 * key.
 */
export type KeyIndex = { keys: StringPool; rows: Uint32Array; pairs: Uint32Array }
