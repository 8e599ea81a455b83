import type { CatalogueFrame } from './build-frame.ts'
import type { LayoutRow } from './build-layout.ts'
import { NameReader } from './build-names.ts'
import { StringInterner } from './string-interner.ts'
import { KeyCollector } from './key-collector.ts'
import { groupPairs, Numbers, type Lists } from '../lists.ts'
import { packStrings } from '../string-pool.ts'
import { letterCountOf } from '../text/letters.ts'
import { fold, hasDigit, joinedWordsOf } from '../text/normalise.ts'
import { skeletonOf, pronunciationsOf } from '../text/sound.ts'
import { stemOf } from '../text/stem.ts'
import { synonymsOf } from '../text/synonyms.ts'
import type { TypoIndex, TextIndex } from '../text/text-index.ts'
import { otherFormsOf, tokensOfText } from '../text/tokens.ts'
import { unitOf } from '../text/units.ts'

const maxTypoCandidateLength = 30

/** Builds the text index: words of names, brands, categories and parameter values, and article numbers. */
export function buildTextIndex(
  frame: CatalogueFrame,
  rows: readonly LayoutRow[],
  synonymRows: readonly (readonly string[])[],
): TextIndex {
  const words = new StringInterner()
  const names = new NameReader(words)
  const articles = new KeyCollector()
  const numbers = new KeyCollector()
  for (let row = 0; row < rows.length; row += 1) {
    const { product, variants } = rows[row]!
    for (const { name, articul, code, barcodes } of [product, ...variants]) {
      names.read(row, name)
      articles.add(row, articul)
      numbers.add(row, code)
      for (const barcode of barcodes) numbers.add(row, barcode)
    }
  }
  const brands = linksOf(
    words,
    frame.brandNames.map((name) => wordsOfText(name)),
  )
  const categories = linksOf(
    words,
    frame.categories.map(({ name }) => wordsOfText(name)),
  )
  const values = linksOf(words, wordsOfValues(frame))
  const synonyms = synonymsOf(synonymRows)
  // Words that occur only in synonyms are indexed too, for typos and prefixes.
  for (const phrases of synonyms.phrases.values()) for (const word of phrases.flat()) words.indexOf(word)
  const { rank, sorted } = inOrder(words)
  return {
    words: packStrings(sorted),
    typoWords: typoCandidates(sorted),
    ...names.postings(rank),
    brandsOfWord: brands(rank),
    categoriesOfWord: categories(rank),
    valuesOfWord: values(rank),
    ...stemsOf(sorted),
    ...soundsOfWords(sorted),
    articles: articles.sorted(),
    numbers: numbers.sorted(),
    synonyms,
  }
}

/**
 * Words sorted by bytes, and the rank of each. Code points above the BMP do not occur, so UTF-16 order is byte order.
 */
function inOrder(interned: StringInterner): { sorted: string[]; rank: Uint32Array } {
  const words = interned.values()
  const order = Array.from(words.keys()).sort((a, b) => (words[a]! < words[b]! ? -1 : 1))
  const rank = new Uint32Array(words.length)
  for (const [index, word] of order.entries()) rank[word] = index
  return { sorted: order.map((word) => words[word]!), rank }
}

function wordsOfText(text: string): string[] {
  return [...tokensOfText(text).flatMap((token) => [token.text, ...otherFormsOf(token)]), ...joinedWordsOf(fold(text))]
}

/** Words of a value; a bare number takes the unit from the parameter's name ('Мощность, Вт'). */
function wordsOfValues({ parameters, valueNames }: CatalogueFrame): string[][] {
  return parameters.flatMap(({ name, firstValue, endValue }) => {
    const unit = unitOf(fold(name.split(', ').at(-1) ?? ''))
    return valueNames.slice(firstValue, endValue).map((value) => {
      const tokens = tokensOfText(value)
      const [only] = tokens
      if (tokens.length === 1 && only?.isNumber && only.unit === undefined && unit !== undefined)
        return [only.text, only.text + unit]
      return tokens.flatMap((token) => [token.text, ...otherFormsOf(token)])
    })
  })
}

/** Maps words to indexes of texts; converted to lists once words are sorted. */
function linksOf(words: StringInterner, texts: readonly string[][]): (rank: Uint32Array) => Lists {
  const owners = new Numbers()
  const members = new Numbers()
  for (const [index, text] of texts.entries()) {
    for (const word of new Set(text)) {
      owners.push(words.indexOf(word))
      members.push(index)
    }
  }
  return (rank) => {
    for (let pair = 0; pair < owners.length; pair += 1) owners.set(pair, rank[owners.at(pair)]!)
    const lists = groupPairs(rank.length, owners, members)
    owners.release()
    return lists
  }
}

function stemsOf(words: readonly string[]): Pick<TextIndex, 'stems' | 'wordsOfStem' | 'typoStems'> {
  const { keys, lists } = groupedBy(words, (word) => [stemOf(word)])
  return { stems: packStrings(keys), wordsOfStem: lists, typoStems: typoCandidates(keys) }
}

/** Typos are searched in words, not in numbers and articles. */
function typoCandidates(words: readonly string[]): TypoIndex {
  const letters = new Uint32Array(words.length)
  const lengths = new Uint8Array(words.length)
  for (const [index, word] of words.entries()) {
    if (word.length > maxTypoCandidateLength || hasDigit(word)) continue
    letters[index] = letterCountOf(word)
    lengths[index] = word.length
  }
  return { letters, lengths }
}

function soundsOfWords(words: readonly string[]): Pick<TextIndex, 'sounds' | 'wordsOfSound'> {
  const { keys, lists } = groupedBy(words, (word) => [...new Set(pronunciationsOf(word).map(skeletonOf))])
  return { sounds: packStrings(keys), wordsOfSound: lists }
}

/** Distinct keys in byte order, each with its words. */
function groupedBy(words: readonly string[], keysOf: (word: string) => string[]): { keys: string[]; lists: Lists } {
  const indexes = new Map<string, number[]>()
  for (const [index, word] of words.entries()) {
    for (const key of keysOf(word)) {
      const known = indexes.get(key)
      if (known) known.push(index)
      else indexes.set(key, [index])
    }
  }
  const keys = [...indexes.keys()].sort((a, b) => (a < b ? -1 : 1))
  const owners = new Numbers()
  const members = new Numbers()
  for (const [owner, key] of keys.entries()) {
    for (const word of indexes.get(key) ?? []) {
      owners.push(owner)
      members.push(word)
    }
  }
  const lists = groupPairs(keys.length, owners, members)
  owners.release()
  return { keys, lists }
}
