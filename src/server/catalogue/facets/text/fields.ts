/** How a row's name has a word: at all, as its first word, as a number that has a unit there. */
export const nameBits = { name: 1, head: 2, measured: 4 } as const

/** The weight of a hit by its field; a name weighs more than a parameter, and that more than a category. */
export const fieldWeights = { head: 5, name: 4, brand: 4, value: 3, category: 2 } as const

/** The weight of a posting in a name, by its bits. */
export function weightInName(bits: number): number {
  return (bits & nameBits.head) === 0 ? fieldWeights.name : fieldWeights.head
}
