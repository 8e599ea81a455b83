import { hasBit } from './bits.ts'
import { membersOf } from './constraints.ts'
import type { Snapshot } from './snapshot.ts'

/** A category with goods and their number, descendants included. */
export type CategoryNode = { id: number; header: string; url: string; count: number; children: CategoryNode[] }

/** Picture of a category: that of its first good with one; 0 = none. */
export function pictureOfCategory({ categories, categoryRows, rowPicture }: Snapshot, categoryId: number): number {
  const category = categories.findIndex(({ id }) => id === categoryId)
  const chosen = categories[category]?.staffPicture ?? 0
  if (chosen > 0) return chosen
  for (const row of category < 0 ? [] : membersOf(categoryRows, category))
    if (rowPicture[row]! > 0) return rowPicture[row]!
  return 0
}

/** Categories with goods sold at a price type and their row counts, descendants included. */
export function buildCategoryTree(snapshot: Snapshot, priceTypeId: number): CategoryNode[] {
  const { categories } = snapshot
  const branch = (index: number): CategoryNode[] => {
    const category = categories[index]
    const count = category ? soldRows(snapshot, index, priceTypeId) : 0
    if (!category || count === 0) return []
    return [
      { id: category.id, header: category.name, url: category.url, count, children: category.children.flatMap(branch) },
    ]
  }
  return [...categories.keys()].filter((index) => categories[index]?.parent === -1).flatMap(branch)
}

function soldRows(
  { categoryRows, firstItem, sold, priceTypeIds }: Snapshot,
  category: number,
  priceTypeId: number,
): number {
  const bits = sold[priceTypeIds.indexOf(priceTypeId)]
  if (!bits) return 0
  let count = 0
  for (const row of membersOf(categoryRows, category)) {
    for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) {
      if (!hasBit(bits, item)) continue
      count += 1
      break
    }
  }
  return count
}
