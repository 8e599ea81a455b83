/** Strings in one UTF-8 buffer, so that a worker can transfer them without copying. */
export type StringPool = { bytes: Uint8Array; offsets: Uint32Array }

export function packStrings(strings: readonly string[]): StringPool {
  return packEach(strings.length, (index) => strings[index]!)
}

/** Packs generated strings without holding all of them at once. */
export function packEach(count: number, textOf: (index: number) => string): StringPool {
  const offsets = new Uint32Array(count + 1)
  let bytes = Buffer.from(new ArrayBuffer(Math.max(1024, count * 16)))
  let end = 0
  for (let index = 0; index < count; index += 1) {
    const text = textOf(index)
    if (end + text.length * 3 > bytes.length) bytes = enlarged(bytes, end + text.length * 3)
    end += bytes.write(text, end, 'utf8')
    offsets[index + 1] = end
  }
  return { bytes: new Uint8Array(bytes.buffer.transfer(end)), offsets }
}

function enlarged(bytes: Buffer<ArrayBuffer>, min: number): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer.transfer(Math.max(min, bytes.length * 2)))
}

export function readString({ bytes, offsets }: StringPool, index: number): string {
  return asBuffer(bytes).toString('utf8', offsets[index], offsets[index + 1])
}

/** In a pool sorted by bytes: the first index with a string not below these bytes. */
export function lowerBound({ bytes, offsets }: StringPool, bytesToFind: Uint8Array): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareBytes(bytes, offsets[middle]!, offsets[middle + 1]!, bytesToFind) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Like `Buffer.compare`, which spends more on its arguments than a search spends on the few bytes that it reads. */
function compareBytes(bytes: Uint8Array, from: number, to: number, bytesToFind: Uint8Array): number {
  const shared = Math.min(to - from, bytesToFind.length)
  for (let at = 0; at < shared; at += 1) {
    const difference = bytes[from + at]! - bytesToFind[at]!
    if (difference !== 0) return difference
  }
  return to - from - bytesToFind.length
}

/** In a pool sorted by bytes: the range of strings beginning with `prefix`. */
export function prefixRange(pool: StringPool, prefix: string): { from: number; to: number } {
  const bytesToFind = Buffer.from(prefix)
  const from = lowerBound(pool, bytesToFind)
  // 0xff never occurs in UTF-8, so this sorts above everything with the prefix.
  const to = lowerBound(pool, Buffer.concat([bytesToFind, Buffer.of(0xff)]))
  return { from, to }
}

/** In a pool sorted by bytes: the index of this string, or -1. */
export function findString(pool: StringPool, text: string): number {
  const { from, to } = exactRange(pool, text)
  return from < to ? from : -1
}

/** In a pool sorted by bytes: the range of strings equal to this one. */
export function exactRange(pool: StringPool, text: string): { from: number; to: number } {
  const { bytes, offsets } = pool
  const bytesToFind = Buffer.from(text)
  const from = lowerBound(pool, bytesToFind)
  let to = from
  while (to < offsets.length - 1 && compareBytes(bytes, offsets[to]!, offsets[to + 1]!, bytesToFind) === 0) to += 1
  return { from, to }
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
