/**
 * Sets of small integers as bit words. In this folder indexes come from the snapshot itself, hence the `!` on reads of
 * its arrays.
 */
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

/** Position of the lowest bit of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** How many bits of a word are set. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
