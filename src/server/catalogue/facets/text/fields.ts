/** Bits of a posting: the word occurs in the name, is its first word, is a number with a unit. */
export const nameBits = { name: 1, head: 2, measured: 4 } as const

/** Weight of a hit by field: name above parameter above category. */
export const fieldWeights = { head: 5, name: 4, brand: 4, value: 3, category: 2 } as const

/** Weight of a posting in a name. */
export function weightInName(bits: number): number {
  return (bits & nameBits.head) === 0 ? fieldWeights.name : fieldWeights.head
}
