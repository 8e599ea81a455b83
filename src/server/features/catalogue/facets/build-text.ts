import type { Frame } from './build-frame.ts'
import type { RowTexts } from './build-layout.ts'
import { groupPairs, Numbers } from './lists.ts'
import type { Lists, TextIndex } from './snapshot.ts'
import { packEach, packStrings } from './string-pool.ts'
import { fieldBits } from './text/fields.ts'
import { articleKey, joinedWordsOf, wordsOf } from './text/normalise.ts'
import { stemOf } from './text/stem.ts'

/** The words of names, brands and categories, and the article numbers, each with its rows. */
export function buildTextIndex(frame: Frame, texts: readonly RowTexts[], rowBrand: Uint32Array, rowCategories: Lists): TextIndex {
  const postings = new Postings()
  const brandWords = frame.brandNames.map((name) => postings.placesOf(wordsOf(name)))
  const categoryWords = frame.categories.map(({ name }) => postings.placesOf(wordsOf(name)))
  for (const [row, { name }] of texts.entries()) {
    postings.add(row, fieldBits.name, postings.placesOf(wordsOf(name)))
    postings.add(row, fieldBits.name, postings.placesOf(joinedWordsOf(name)))
    postings.add(row, fieldBits.brand, brandWords[rowBrand[row]!] ?? [])
    for (let place = rowCategories.starts[row]!; place < rowCategories.starts[row + 1]!; place += 1) {
      postings.add(row, fieldBits.category, categoryWords[rowCategories.values[place]!] ?? [])
    }
  }
  return { ...postings.sorted(), ...articlesOf(texts) }
}

/** Collects (word, row, fields); a word that a row has in several fields is one posting. */
class Postings {
  #places = new Map<string, number>()
  #words = new Numbers()
  #rows = new Numbers()
  #fields = new Numbers()
  #lastPosting = new Numbers()

  placesOf(words: readonly string[]): number[] {
    return words.map((word) => {
      const known = this.#places.get(word)
      if (known !== undefined) return known
      const place = this.#places.size
      this.#places.set(word, place)
      this.#lastPosting.push(0)
      return place
    })
  }

  add(row: number, field: number, words: readonly number[]): void {
    for (const word of words) {
      const last = this.#lastPosting.at(word)
      if (last > 0 && this.#rows.at(last - 1) === row) {
        this.#fields.set(last - 1, this.#fields.at(last - 1) | field)
        continue
      }
      this.#words.push(word)
      this.#rows.push(row)
      this.#fields.push(field)
      this.#lastPosting.set(word, this.#words.length)
    }
  }

  /** Words sorted by bytes (code points outside the basic plane never occur in them), with postings by row. */
  sorted(): Pick<TextIndex, 'words' | 'postings' | 'fields' | 'stems' | 'wordsOfStem'> {
    const words = [...this.#places.keys()]
    const order = Array.from(words.keys()).sort((a, b) => (words[a]! < words[b]! ? -1 : 1))
    const rank = new Uint32Array(words.length)
    for (const [place, word] of order.entries()) rank[word] = place
    const ranked = new Numbers()
    for (let posting = 0; posting < this.#words.length; posting += 1) ranked.push(rank[this.#words.at(posting)]!)
    this.#words.release()
    const sortedWords = order.map((word) => words[word]!)
    return {
      words: packStrings(sortedWords),
      postings: groupPairs(words.length, ranked, this.#rows),
      fields: Uint8Array.from(groupPairs(words.length, ranked, this.#fields).values),
      ...stemsOf(sortedWords),
    }
  }
}

function stemsOf(words: readonly string[]): Pick<TextIndex, 'stems' | 'wordsOfStem'> {
  const byStem = Map.groupBy(words.keys(), (place) => stemOf(words[place]!))
  const stems = [...byStem.keys()].sort((a, b) => (a < b ? -1 : 1))
  const owners = new Numbers()
  const members = new Numbers()
  for (const [place, stem] of stems.entries()) {
    for (const word of byStem.get(stem) ?? []) {
      owners.push(place)
      members.push(word)
    }
  }
  return { stems: packStrings(stems), wordsOfStem: groupPairs(stems.length, owners, members) }
}

function articlesOf(texts: readonly RowTexts[]): Pick<TextIndex, 'articles' | 'articleRows'> {
  const keys: string[] = []
  const rows = new Numbers()
  for (let row = 0; row < texts.length; row += 1) {
    const first = keys.length
    for (const number of texts[row]!.numbers) {
      const key = number === '' ? '' : articleKey(number)
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
  return { articles: packEach(order.length, (index) => keys[order[index]!]!), articleRows: order.map((place) => rows.at(place)) }
}
