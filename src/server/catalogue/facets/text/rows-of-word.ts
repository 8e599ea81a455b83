import type { Lists } from '../lists.ts'
import type { FacetFilter } from '../query.ts'
import type { Snapshot } from '../snapshot.ts'
import { prefixRange } from '../string-pool.ts'
import { formsOf } from './candidates.ts'
import { fieldWeights, nameBits, weightInName } from './fields.ts'

/** A row with a word, the weight of its field (fields.ts), and whether only a category's name has it. */
type Visit = (row: number, fieldWeight: number, isCategory: boolean) => void
type LinkedField = { links: Lists; rowsOf: Lists; rows?: Uint32Array; weight: number; isCategory: boolean }

const maxNamed = 20_000

/** Finds rows by word, in names only or in all fields. */
export class RowsOfWords {
  readonly #snapshot: Snapshot
  readonly #linked: readonly LinkedField[]
  readonly #looksInNames: boolean

  constructor(snapshot: Snapshot, searchIn: FacetFilter['searchIn']) {
    const { text, brandRows, valueItems, rowOfItem, categoryRows } = snapshot
    this.#snapshot = snapshot
    this.#looksInNames = searchIn !== 'articul'
    this.#linked =
      searchIn === 'header'
        ? []
        : [
            { links: text.brandsOfWord, rowsOf: brandRows, weight: fieldWeights.brand, isCategory: false },
            {
              links: text.valuesOfWord,
              rowsOf: valueItems,
              rows: rowOfItem,
              weight: fieldWeights.value,
              isCategory: false,
            },
            { links: text.categoriesOfWord, rowsOf: categoryRows, weight: fieldWeights.category, isCategory: true },
          ]
  }

  /**
   * Visits the rows of a word, some repeatedly; `bare` restricts numbers in names to those without unit (true) or with
   * one (false).
   */
  visit(word: number, bare: boolean | undefined, visit: Visit): void {
    const { postings, fields } = this.#snapshot.text
    for (let index = postings.starts[word]!; index < postings.starts[word + 1]!; index += 1) {
      const bits = fields[index]!
      if (bare === undefined || bare === ((bits & nameBits.measured) === 0))
        visit(postings.values[index]!, weightInName(bits), false)
    }
    if (bare !== undefined) return
    for (const { links, rowsOf, rows, weight, isCategory } of this.#linked) {
      for (let link = links.starts[word]!; link < links.starts[word + 1]!; link += 1) {
        const owner = links.values[link]!
        for (let index = rowsOf.starts[owner]!; index < rowsOf.starts[owner + 1]!; index += 1) {
          const member = rowsOf.values[index]!
          visit(rows ? rows[member]! : member, weight, isCategory)
        }
      }
    }
  }

  /** Number of rows that `visit` would visit. */
  count(word: number): number {
    const { postings } = this.#snapshot.text
    let count = postings.starts[word + 1]! - postings.starts[word]!
    for (const { links, rowsOf } of this.#linked) {
      for (let link = links.starts[word]!; link < links.starts[word + 1]!; link += 1) {
        const owner = links.values[link]!
        count += rowsOf.starts[owner + 1]! - rowsOf.starts[owner]!
      }
    }
    return count
  }

  /** Whether names begin with the word, or it belongs to a brand. */
  headsOrIsBrand(word: number): boolean {
    const { postings, fields, brandsOfWord } = this.#snapshot.text
    if (brandsOfWord.starts[word + 1]! > brandsOfWord.starts[word]!) return true
    for (let index = postings.starts[word]!; index < postings.starts[word + 1]!; index += 1)
      if ((fields[index]! & nameBits.head) !== 0) return true
    return false
  }

  /** Rows whose name has a word with this prefix; an article in a name is one word, too. */
  namedWithBeginning(key: string): Uint32Array {
    const { words, postings } = this.#snapshot.text
    if (!this.#looksInNames) return new Uint32Array()
    const { from, to } = prefixRange(words, key)
    return postings.values.subarray(
      postings.starts[from],
      Math.min(postings.starts[to]!, postings.starts[from]! + maxNamed),
    )
  }

  /** Rows with every word of a phrase, in any inflection; with `categories` also in category names. */
  ofPhrase(phrase: readonly string[], { categories }: { categories: boolean }): number[] {
    const has = new Uint8Array(this.#snapshot.rowCount)
    let rows: number[] = []
    for (const [index, word] of phrase.entries()) {
      rows = []
      for (const form of formsOf(this.#snapshot.text, word)) {
        this.visit(form.word, form.bare, (row, _weight, isCategory) => {
          if (has[row] !== index || (isCategory && !categories)) return
          has[row] = index + 1
          rows.push(row)
        })
      }
    }
    return rows
  }
}
