/** Bit sets. Indexes in this folder come from the snapshot, hence the `!` after array reads. */
export type Bits = Uint32Array

export function bitsFor(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5)
}

export function setBit(bits: Bits, index: number): void {
  bits[index >>> 5]! |= 1 << (index & 31)
}

export function clearBit(bits: Bits, index: number): void {
  bits[index >>> 5]! &= ~(1 << (index & 31))
}

export function putBit(bits: Bits, index: number, on: boolean): void {
  if (on) setBit(bits, index)
  else clearBit(bits, index)
}

export function hasBit(bits: Bits, index: number): boolean {
  return ((bits[index >>> 5]! >>> (index & 31)) & 1) === 1
}

/** Index of the lowest set bit; the word must not be 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Number of set bits in a word. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
