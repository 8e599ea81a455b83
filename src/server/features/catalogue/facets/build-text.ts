import type { Frame } from './build-frame.ts'
import type { RowTexts } from './build-layout.ts'
import { groupPairs, Numbers, type Lists } from './lists.ts'
import { packEach, packStrings } from './string-pool.ts'
import { nameBits } from './text/fields.ts'
import { lettersOf } from './text/letters.ts'
import { articleKey, fold, hasDigit, joinedWordsOf } from './text/normalise.ts'
import { skeletonOf, soundsOf } from './text/sound.ts'
import { stemOf } from './text/stem.ts'
import { synonymsOf } from './text/synonyms.ts'
import type { KeyIndex, Mistakable, TextIndex } from './text/text-index.ts'
import { tokensOf, tokensOfText, type Token } from './text/tokens.ts'
import { unitOf } from './text/units.ts'

const longestMistakable = 30

/** The words of names, brands, categories and parameter values, and the article numbers, each with where they stand. */
export function buildTextIndex(frame: Frame, texts: readonly RowTexts[], synonymRows: readonly (readonly string[])[]): TextIndex {
  const words = new Words()
  const names = new Postings(words)
  for (const [row, { name, variantNames }] of texts.entries()) {
    addName(names, row, name)
    for (const variant of variantNames) addName(names, row, variant)
  }
  const brands = linksOf(words, frame.brandNames.map((name) => wordsOfText(name)))
  const categories = linksOf(words, frame.categories.map(({ name }) => wordsOfText(name)))
  const values = linksOf(words, wordsOfValues(frame))
  const synonyms = synonymsOf(synonymRows)
  // What only a synonym says must be known, too: else a slip in it, or its beginning, would lead nowhere.
  for (const phrases of synonyms.phrases.values()) for (const word of phrases.flat()) words.placeOf(word)
  const { rank, sorted } = words.sort()
  return {
    words: packStrings(sorted),
    mistakableWords: mistakable(sorted),
    ...names.sorted(rank),
    brandsOfWord: brands(rank),
    categoriesOfWord: categories(rank),
    valuesOfWord: values(rank),
    ...stemsOf(sorted),
    ...soundsOfWords(sorted),
    articles: keysOf(texts, 'articles'),
    numbers: keysOf(texts, 'numbers'),
    synonyms,
  }
}

/** Distinct words with the places they got as they came. */
class Words {
  #places = new Map<string, number>()

  get size(): number {
    return this.#places.size
  }

  placeOf(word: string): number {
    const known = this.#places.get(word)
    if (known !== undefined) return known
    this.#places.set(word, this.#places.size)
    return this.#places.size - 1
  }

  /** Words by bytes (code points outside the basic plane never occur in them), and the rank of each place. */
  sort(): { sorted: string[]; rank: Uint32Array } {
    const words = [...this.#places.keys()]
    const order = Array.from(words.keys()).sort((a, b) => (words[a]! < words[b]! ? -1 : 1))
    const rank = new Uint32Array(words.length)
    for (const [place, word] of order.entries()) rank[word] = place
    return { sorted: order.map((word) => words[word]!), rank }
  }
}

/** Collects (word, row, bits); a word that a row has several times is one posting. */
class Postings {
  readonly #vocabulary: Words
  #words = new Numbers()
  #rows = new Numbers()
  #bits = new Numbers()
  #lastPosting = new Numbers()

  constructor(words: Words) {
    this.#vocabulary = words
  }

  add(row: number, bits: number, text: string): void {
    const word = this.#vocabulary.placeOf(text)
    while (this.#lastPosting.length <= word) this.#lastPosting.push(0)
    const last = this.#lastPosting.at(word)
    if (last > 0 && this.#rows.at(last - 1) === row) {
      this.#bits.set(last - 1, mergedBits(this.#bits.at(last - 1), bits))
      return
    }
    this.#words.push(word)
    this.#rows.push(row)
    this.#bits.push(bits)
    this.#lastPosting.set(word, this.#words.length)
  }

  /** By word, then row. */
  sorted(rank: Uint32Array): Pick<TextIndex, 'postings' | 'fields'> {
    for (let posting = 0; posting < this.#words.length; posting += 1) this.#words.set(posting, rank[this.#words.at(posting)]!)
    const postings = groupPairs(rank.length, this.#words, this.#rows)
    const fields = Uint8Array.from(groupPairs(rank.length, this.#words, this.#bits).values)
    this.#words.release()
    this.#lastPosting.release()
    return { postings, fields }
  }
}

/** A number that stands somewhere without a unit is one without; a first word stays one. */
function mergedBits(one: number, other: number): number {
  return ((one | other) & (nameBits.name | nameBits.head)) | (one & other & nameBits.measured)
}

function addName(names: Postings, row: number, name: string): void {
  const folded = fold(name)
  for (const [place, token] of tokensOf(folded).entries()) {
    const bits = nameBits.name | (place === 0 ? nameBits.head : 0)
    names.add(row, token.unit === undefined ? bits : bits | nameBits.measured, token.text)
    for (const form of formsOf(token)) names.add(row, bits, form)
  }
  for (const joined of joinedWordsOf(folded)) names.add(row, nameBits.name, joined)
}

/** Besides its text: a number with its unit, a number with its neighbour, the parts of a fraction. */
function formsOf({ text, unit, whole, isNumber }: Token): string[] {
  const forms: string[] = []
  if (unit !== undefined) forms.push(text + unit)
  if (whole !== undefined) forms.push(whole)
  if (isNumber && /^\d+\//.test(text)) forms.push(...text.split('/'))
  return forms
}

function wordsOfText(text: string): string[] {
  return [...tokensOfText(text).flatMap((token) => [token.text, ...formsOf(token)]), ...joinedWordsOf(fold(text))]
}

/** A value's words; the unit of a bare number stands behind the parameter's name ('Мощность, Вт'). */
function wordsOfValues({ parameters, valueNames }: Frame): string[][] {
  return parameters.flatMap(({ name, firstValue, endValue }) => {
    const unit = unitOf(fold(name.split(', ').at(-1) ?? ''))
    return valueNames.slice(firstValue, endValue).map((value) => {
      const tokens = tokensOfText(value)
      const [only] = tokens
      if (tokens.length === 1 && only?.isNumber && only.unit === undefined && unit !== undefined) return [only.text, only.text + unit]
      return tokens.flatMap((token) => [token.text, ...formsOf(token)])
    })
  })
}

/** Words → the places in a list of texts; to be turned into lists once the words are sorted. */
function linksOf(words: Words, texts: readonly string[][]): (rank: Uint32Array) => Lists {
  const owners = new Numbers()
  const members = new Numbers()
  for (const [place, text] of texts.entries()) {
    for (const word of new Set(text)) {
      owners.push(words.placeOf(word))
      members.push(place)
    }
  }
  return (rank) => {
    for (let pair = 0; pair < owners.length; pair += 1) owners.set(pair, rank[owners.at(pair)]!)
    const lists = groupPairs(rank.length, owners, members)
    owners.release()
    return lists
  }
}

function stemsOf(words: readonly string[]): Pick<TextIndex, 'stems' | 'wordsOfStem' | 'mistakableStems'> {
  const { keys, lists } = groupedBy(words, (word) => [stemOf(word)])
  return { stems: packStrings(keys), wordsOfStem: lists, mistakableStems: mistakable(keys) }
}

/** Slips are looked for in words, not in numbers and articles. */
function mistakable(words: readonly string[]): Mistakable {
  const letters = new Uint32Array(words.length)
  const lengths = new Uint8Array(words.length)
  for (const [place, word] of words.entries()) {
    if (word.length > longestMistakable || hasDigit(word)) continue
    letters[place] = lettersOf(word)
    lengths[place] = word.length
  }
  return { letters, lengths }
}

function soundsOfWords(words: readonly string[]): Pick<TextIndex, 'sounds' | 'wordsOfSound'> {
  const { keys, lists } = groupedBy(words, (word) => [...new Set(soundsOf(word).map(skeletonOf))])
  return { sounds: packStrings(keys), wordsOfSound: lists }
}

/** Distinct keys in order of their bytes, each with the words that have it. */
function groupedBy(words: readonly string[], keysOf: (word: string) => string[]): { keys: string[]; lists: Lists } {
  const places = new Map<string, number[]>()
  for (const [place, word] of words.entries()) {
    for (const key of keysOf(word)) {
      const known = places.get(key)
      if (known) known.push(place)
      else places.set(key, [place])
    }
  }
  const keys = [...places.keys()].sort((a, b) => (a < b ? -1 : 1))
  const owners = new Numbers()
  const members = new Numbers()
  for (const [owner, key] of keys.entries()) {
    for (const word of places.get(key) ?? []) {
      owners.push(owner)
      members.push(word)
    }
  }
  const lists = groupPairs(keys.length, owners, members)
  owners.release()
  return { keys, lists }
}

/** Keys sorted by bytes, each with its row; a key that a row has several times once. */
function keysOf(texts: readonly RowTexts[], field: 'articles' | 'numbers'): KeyIndex {
  const keys: string[] = []
  const rows = new Numbers()
  for (let row = 0; row < texts.length; row += 1) {
    const first = keys.length
    for (const text of texts[row]![field]) {
      const key = text === '' ? '' : articleKey(text)
      if (key === '' || keys.includes(key, first)) continue
      keys.push(key)
      rows.push(row)
    }
  }
  const order = Uint32Array.from(keys.keys()).sort((a, b) => {
    const keyA = keys[a]!
    const keyB = keys[b]!
    if (keyA === keyB) return a - b
    return keyA < keyB ? -1 : 1
  })
  return { keys: packEach(order.length, (index) => keys[order[index]!]!), rows: order.map((place) => rows.at(place)) }
}
