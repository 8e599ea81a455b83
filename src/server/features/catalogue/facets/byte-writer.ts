/** Puts JSON together as bytes, so that ready UTF-8 pieces are copied and not decoded. */
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

  /** Text of ASCII characters only. */
  ascii(text: string): void {
    this.#reserve(text.length)
    this.#end += this.#bytes.write(text, this.#end, 'latin1')
  }

  text(text: string): void {
    this.#reserve(text.length * 3)
    this.#end += this.#bytes.write(text, this.#end, 'utf8')
  }

  pooled({ bytes, offsets }: { bytes: Buffer; offsets: Uint32Array }, index: number): void {
    const from = offsets[index]!
    const size = offsets[index + 1]! - from
    this.#reserve(size)
    bytes.copy(this.#bytes, this.#end, from, from + size)
    this.#end += size
  }

  /** A copy of what was written, in memory of the size asked for. */
  taken(allocate: (size: number) => Buffer): Buffer {
    const taken = allocate(this.#end)
    this.#bytes.copy(taken, 0, 0, this.#end)
    return taken
  }

  #reserve(size: number): void {
    if (this.#end + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + size))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}
