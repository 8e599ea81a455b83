import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { buildCategoryTree, type CategoryNode } from '#server/catalogue/facets/tree.ts'
import type { Catalogue } from './open.ts'

/** The tree of a price type, cached per version of the snapshot. */
export function categoryTree(
  { trees }: Pick<Catalogue, 'trees'>,
  snapshot: Snapshot,
  version: number,
  priceTypeId: number,
): CategoryNode[] {
  const cached = trees.get(priceTypeId)
  if (cached && cached.version === version) return cached.tree
  const tree = buildCategoryTree(snapshot, priceTypeId)
  trees.set(priceTypeId, { version, tree })
  return tree
}
