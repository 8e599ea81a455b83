/** Where a row has a word. */
export const fieldBits = { name: 1, brand: 2, category: 4 } as const

/** What a hit is worth, by field: a name tells more than a brand, a brand more than a category. */
const fieldWeights = [fieldBits.name, fieldBits.brand, fieldBits.category].map((bit, place) => ({ bit, weight: 4 - place }))

/** The best weight among the fields of a posting, by its bits. */
export const weightOfFields: readonly number[] = Array.from({ length: 8 }, (_, bits) =>
  Math.max(0, ...fieldWeights.filter(({ bit }) => (bits & bit) !== 0).map(({ weight }) => weight)),
)
