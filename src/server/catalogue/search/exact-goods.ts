import { findString } from '#server/catalogue/facets/string-pool.ts'
import { rowsOfKey } from '#server/catalogue/facets/text/keys.ts'
import { articleKey, articleKeysInLatin, fold } from '#server/catalogue/facets/text/normalise.ts'
import type { KeyIndex } from '#server/catalogue/facets/text/text-index.ts'
import { tokensOf } from '#server/catalogue/facets/text/tokens.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'

/** Further words of a name do not help to identify a good. */
const maxWords = 30
/** Beyond this number of rows, a name denotes a kind of goods rather than one. */
export const maxGoodsOfName = 50
/** Maximum rows with all words among which the shortest names are searched. */
const maxRanked = 1000
const longestZeros = 14
const digit = /\p{N}/u

/**
 * Ids of products (of a variant its product) with exactly this article, code or barcode, ignoring punctuation, case,
 * alphabet and leading zeros; otherwise with Cyrillic typed for Latin letters. Sold or not.
 */
export function productsOfCode({ text: { articles, numbers }, rowIds }: Snapshot, code: string): number[] {
  const key = articleKey(code)
  if (key === '') return []
  const rowsOfKeys = (variant: string) => [...rowsOfKey(articles, variant), ...rowsOfKey(numbers, variant)]
  for (const keys of [[key, ...withOtherZeros(key)], articleKeysInLatin(code)]) {
    const rows = [...new Set(keys.flatMap(rowsOfKeys))]
    if (rows.length > 0) return rows.flatMap((row) => rowIds[row] ?? [])
  }
  return []
}

/**
 * Ids of products whose name has all words of the text, at most `maxGoodsOfName`: those with the fewest other words,
 * which include exact matches.
 */
export function productsOfName(snapshot: Snapshot, name: string): number[] {
  const exact = rowsWithWords(snapshot, name)
  // A variant's name ends with its parameters: 'Перчатки (M, синий)'.
  const rows = exact.length > 0 ? exact : rowsWithWords(snapshot, name.replace(/\s*\([^()]*\)\s*$/, ''))
  return rows.flatMap((row) => snapshot.rowIds[row] ?? [])
}

/** Which index contains a text: articles, codes and barcodes, or neither. */
export function isKnownCode({ text: { articles, numbers } }: Snapshot, code: string): 'article' | 'number' | undefined {
  const key = articleKey(code)
  if (key === '') return undefined
  const has = (index: KeyIndex, keys: readonly string[]) => keys.some((each) => rowsOfKey(index, each).length > 0)
  if (has(articles, [key])) return 'article'
  if (has(numbers, [key])) return 'number'
  if (has(articles, withOtherZeros(key))) return 'article'
  return has(numbers, withOtherZeros(key)) ? 'number' : undefined
}

/** Keys of names computed last: recognising a row compares its name with those of the same goods several times. */
const nameKeys = new Map<string, string>()
const maxNameKeys = 5000
const maxNameLength = 300

/** Key of a name without case and punctuation. Signs between digits are kept: 3,5 is not 35, nor is 1/2 12. */
export function nameKey(name: string): string {
  if (name.length > maxNameLength) return computeNameKey(name)
  const known = nameKeys.get(name)
  if (known !== undefined) return known
  if (nameKeys.size >= maxNameKeys) nameKeys.clear()
  const key = computeNameKey(name)
  nameKeys.set(name, key)
  return key
}

function computeNameKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]+/gu, (signs, at: number, folded: string) => {
    const isInNumber = digit.test(folded[at - 1] ?? '') && digit.test(folded[at + signs.length] ?? '')
    return isInNumber ? keepSignBetweenDigits(signs) : ''
  })
}

function keepSignBetweenDigits(signs: string): string {
  if (/^[.,]$/.test(signs)) return '.'
  if (/[/\u2044]/.test(signs)) return '/'
  return signs.includes('*') ? 'x' : ' '
}

/** A number with fewer and more leading zeros. */
function withOtherZeros(key: string): string[] {
  if (!/^\d+$/.test(key)) return []
  const withoutZeros = key.replace(/^0+/, '')
  if (withoutZeros === '') return []
  return Array.from(
    { length: Math.max(0, longestZeros - withoutZeros.length) + 1 },
    (_, zeros) => '0'.repeat(zeros) + withoutZeros,
  ).filter((each) => each !== key)
}

function rowsWithWords({ text: { words, postings }, rowJson }: Snapshot, name: string): number[] {
  const tokens = [...new Set(tokensOf(fold(name)).map(({ text }) => text))].slice(0, maxWords)
  if (tokens.length === 0) return []
  const lists: Uint32Array[] = []
  for (const token of tokens) {
    const word = findString(words, token)
    if (word < 0) return []
    lists.push(postings.values.subarray(postings.starts[word], postings.starts[word + 1]))
  }
  const [shortest = new Uint32Array(), ...others] = lists.toSorted((a, b) => a.length - b.length)
  const found: number[] = []
  for (const row of shortest) {
    if (others.every((list) => containsNumber(list, row))) found.push(row)
    if (found.length >= maxRanked) break
  }
  return found.length <= maxGoodsOfName ? found : shortestOf(found, rowJson)
}

/** The rows with the shortest texts, that is with the fewest other words. */
function shortestOf(rows: readonly number[], { offsets }: Snapshot['rowJson']): number[] {
  const lengthOf = (row: number) => (offsets[row + 1] ?? 0) - (offsets[row] ?? 0)
  return rows.toSorted((a, b) => lengthOf(a) - lengthOf(b)).slice(0, maxGoodsOfName)
}

/** Binary search; rows of a word are ascending. */
function containsNumber(rows: Uint32Array, row: number): boolean {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] ?? 0) < row) low = middle + 1
    else high = middle
  }
  return rows[low] === row
}
