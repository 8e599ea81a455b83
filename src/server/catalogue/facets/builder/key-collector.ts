import { bitsFor, setBit } from '../bits.ts'
import { Numbers } from '../lists.ts'
import { orderTexts, type Texts } from './text-order.ts'
import { articleKey } from '../text/normalise.ts'
import type { KeyIndex } from '../text/text-index.ts'

/** Collects keys of articles, codes and barcodes as bytes, without duplicates per row. */
export class KeyCollector {
  #bytes = Buffer.from(new ArrayBuffer(4096))
  #end = 0
  readonly #starts = new Numbers()
  readonly #rows = new Numbers()
  #firstOfRow = 0

  /** Rows must come in ascending order. */
  add(row: number, text: string): void {
    const next = this.#rows.length
    if (next > 0 && this.#rows.at(next - 1) !== row) this.#firstOfRow = next
    const start = this.#end
    if (!this.#writeAscii(text)) this.#writeKey(articleKey(text))
    if (this.#end === start || this.#hasAlready(start)) {
      this.#end = start
      return
    }
    this.#starts.push(start)
    this.#rows.push(row)
  }

  /** Sorted by bytes, equal keys in input order. Nothing can be added afterwards. */
  sorted(): KeyIndex {
    this.#starts.push(this.#end)
    const starts = this.#starts.taken()
    const rows = this.#rows.taken()
    const order = orderTexts({ units: this.#bytes, starts })
    return {
      keys: inOrder({ units: this.#bytes, starts }, order),
      rows: order.map((index) => rows[index]!),
      pairs: pairsOf({ units: this.#bytes, starts }),
    }
  }

  /** Writes the key of an ASCII text, equal to `articleKey`; returns false if the text is not ASCII. */
  #writeAscii(text: string): boolean {
    this.#reserve(text.length)
    let end = this.#end
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index)
      if (unit < 0x20 || unit > 0x7e) return false
      const lower = unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit
      if ((lower < 0x61 || lower > 0x7a) && (lower < 0x30 || lower > 0x39)) continue
      this.#bytes[end] = lower
      end += 1
    }
    this.#end = end
    return true
  }

  #writeKey(key: string): void {
    this.#reserve(key.length * 3)
    this.#end += this.#bytes.write(key, this.#end, 'utf8')
  }

  /** Whether the key written from `start` on is already one of its row. */
  #hasAlready(start: number): boolean {
    for (let known = this.#firstOfRow; known < this.#starts.length; known += 1) {
      const from = this.#starts.at(known)
      const to = known + 1 < this.#starts.length ? this.#starts.at(known + 1) : start
      if (to - from === this.#end - start && this.#bytes.compare(this.#bytes, from, to, start, this.#end) === 0)
        return true
    }
    return false
  }

  #reserve(size: number): void {
    if (this.#end + size > this.#bytes.length)
      this.#bytes = Buffer.from(this.#bytes.buffer.transfer(Math.max(this.#end + size, this.#bytes.length * 2)))
  }
}

function inOrder({ units, starts }: Texts, order: Uint32Array): KeyIndex['keys'] {
  const bytes = new Uint8Array(starts.at(-1) ?? 0)
  const offsets = new Uint32Array(order.length + 1)
  let end = 0
  for (const [rank, index] of order.entries()) {
    for (let at = starts[index]!; at < starts[index + 1]!; at += 1) {
      bytes[end] = units[at]!
      end += 1
    }
    offsets[rank + 1] = end
  }
  return { bytes, offsets }
}

function pairsOf({ units, starts }: Texts): Uint32Array {
  const pairs = bitsFor(65_536)
  for (let key = 0; key + 1 < starts.length; key += 1) {
    for (let at = starts[key]! + 1; at < starts[key + 1]!; at += 1) setBit(pairs, (units[at - 1]! << 8) | units[at]!)
  }
  return pairs
}
