import type { StringPool } from '../string-pool.ts'

/** Up to this length a loop is faster than a copying call. */
const maxCopiedSingly = 64
/** Digits of a safe integer and its decimals. */
const maxDigits = 32
const zero = 48
const maxInt32 = 0x7fffffff

/** Writes JSON as bytes, so that prepared UTF-8 pieces are copied without decoding. */
export class ByteWriter {
  #bytes: Buffer
  #end = 0

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size)
  }

  get length(): number {
    return this.#end
  }

  start(): void {
    this.#end = 0
  }

  /** ASCII text only. */
  ascii(text: string): void {
    this.#reserve(text.length)
    for (let index = 0; index < text.length; index += 1) this.#bytes[this.#end + index] = text.charCodeAt(index)
    this.#end += text.length
  }

  text(text: string): void {
    this.#reserve(text.length * 3)
    this.#end += this.#bytes.write(text, this.#end, 'utf8')
  }

  pooled({ bytes, offsets }: StringPool, index: number): void {
    const from = offsets[index]!
    const to = offsets[index + 1]!
    this.#reserve(to - from)
    if (to - from > maxCopiedSingly) this.#bytes.set(bytes.subarray(from, to), this.#end)
    else for (let index = from; index < to; index += 1) this.#bytes[this.#end + index - from] = bytes[index]!
    this.#end += to - from
  }

  /** Adjacent pieces of a pool, in one copy. */
  pooledRange({ bytes, offsets }: StringPool, first: number, end: number): void {
    const from = offsets[first]!
    const to = offsets[end]!
    this.#reserve(to - from)
    this.#bytes.set(bytes.subarray(from, to), this.#end)
    this.#end += to - from
  }

  /** Removes bytes from the end. */
  back(size: number): void {
    this.#end -= size
  }

  /** Overwrites the bytes before a position with a non-negative integer. */
  overWhole(end: number, value: number): void {
    let rest = value
    for (let index = end - 1; ; index -= 1) {
      // A count of rows fits into 32 bits.
      const tenth = (rest / 10) | 0
      this.#bytes[index] = zero + (rest - tenth * 10)
      if (tenth === 0) return
      rest = tenth
    }
  }

  /** Overwrites the bytes at a position with ASCII text. */
  overAscii(at: number, text: string): void {
    for (let index = 0; index < text.length; index += 1) this.#bytes[at + index] = text.charCodeAt(index)
  }

  /** Writes `value` / `scale` as JSON. Both are integers, the value non-negative, the scale a power of ten. */
  decimal(value: number, scale: number): void {
    const whole = value <= maxInt32 ? (value / scale) | 0 : Math.floor(value / scale)
    this.whole(whole)
    let rest = value - whole * scale
    if (rest === 0) return
    this.ascii('.')
    for (let unit = scale / 10; rest > 0; unit /= 10) {
      this.#bytes[this.#end] = zero + Math.floor(rest / unit)
      this.#end += 1
      rest %= unit
    }
  }

  /** Writes a non-negative integer. */
  whole(value: number): void {
    this.#reserve(maxDigits)
    if (value <= maxInt32) return this.#wholeInt32(value)
    let digits = 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
    this.#end += digits
    let rest = value
    for (let index = this.#end - 1; digits > 0; digits -= 1, index -= 1) {
      const tenth = Math.floor(rest / 10)
      this.#bytes[index] = zero + (rest - tenth * 10)
      rest = tenth
    }
  }

  /** Integer arithmetic, several times faster than that of floats. */
  #wholeInt32(value: number): void {
    const bytes = this.#bytes
    let digits = 1
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) digits += 1
    this.#end += digits
    let rest = value
    for (let index = this.#end - 1; digits > 0; digits -= 1, index -= 1) {
      const tenth = (rest / 10) | 0
      bytes[index] = zero + (rest - tenth * 10)
      rest = tenth
    }
  }

  /** A copy of the output in memory of the requested size. */
  taken(allocate: (size: number) => Buffer): Buffer {
    const copy = allocate(this.#end)
    this.#bytes.copy(copy, 0, 0, this.#end)
    return copy
  }

  #reserve(size: number): void {
    if (this.#end + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + size))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
