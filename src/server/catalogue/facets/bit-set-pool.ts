import { bitsFor, type Bits } from './bits.ts'

/**
 * Reusable bit sets: a search would otherwise allocate a dozen of them. Only words listed in `words` are defined, the
 * ones that can still contain a matching item.
 */
export class BitSetPool {
  readonly #size: number
  readonly #sets: Bits[] = []
  #taken = 0
  readonly #words: Uint32Array
  /** Indexes of the words that this search uses. */
  words: Uint32Array

  constructor(itemCount: number) {
    this.#size = itemCount
    this.#words = new Uint32Array((itemCount + 31) >>> 5)
    this.words = this.#words
  }

  /** Returns all taken sets to the pool. */
  begin(): void {
    this.#taken = 0
  }

  /** An undefined set: the caller must fill every word that it reads later. */
  take(): Bits {
    const set = (this.#sets[this.#taken] ??= bitsFor(this.#size))
    this.#taken += 1
    return set
  }

  empty(): Bits {
    return this.take().fill(0)
  }

  copyOf(bits: Bits): Bits {
    const copy = this.take()
    copy.set(bits)
    return copy
  }

  /** Narrows the search to words in which `bits` has an item. */
  narrow(bits: Bits): void {
    const words = this.#words
    let count = 0
    for (let word = 0; word < bits.length; word += 1) {
      words[count] = word
      // 1 if a word is not 0. Branch-free, because the branch predictor would fail on small categories.
      count += (bits[word]! | -bits[word]!) >>> 31
    }
    this.words = words.subarray(0, count)
  }
}
