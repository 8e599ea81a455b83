import { bitsFor, type Bits } from './bits.ts'

/**
 * Bit sets that one search takes and the next one uses again: a search would else allocate a dozen of them.
 * Only the words named in `words` hold anything: those where some item can still be in the answer.
 */
export class BitSetPool {
  readonly #size: number
  readonly #sets: Bits[] = []
  #taken = 0
  readonly #words: Uint32Array
  /** Words of the bit sets that this search looks at. */
  words: Uint32Array

  constructor(itemCount: number) {
    this.#size = itemCount
    this.#words = new Uint32Array((itemCount + 31) >>> 5)
    this.words = this.#words
  }

  /** All sets taken before are free again. */
  begin(): void {
    this.#taken = 0
  }

  /** A set with anything in it: its taker fills the words that it reads. */
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

  /** From now on only words where `bits` has an item are looked at. */
  narrow(bits: Bits): void {
    const words = this.#words
    let count = 0
    for (let word = 0; word < bits.length; word += 1) {
      words[count] = word
      // 1 for a word that holds anything. A branch would be guessed wrong at every item of a small category.
      count += (bits[word]! | -bits[word]!) >>> 31
    }
    this.words = words.subarray(0, count)
  }
}
