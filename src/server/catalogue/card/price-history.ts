import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { hasVariants, type Snapshot } from '#server/catalogue/facets/snapshot.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct, type ProductRequest } from './open-product.ts'
import { deleteOldPrices, listPastPrices, type PastPrice } from './queries-price-history.ts'

const keepYears = 2

/** The price from a day on; null: it was no longer sold. */
export type PricePoint = { day: Day; priceKopecks: number | null }

/**
 * What a product or variant cost under the contract; a parent's price is, as in its row, the lowest of its variants'.
 */
export async function getPriceHistory(
  { db, catalogue }: { db: Db; catalogue: Catalogue },
  actor: Actor,
  query: ProductRequest,
): Promise<PricePoint[]> {
  const { snapshot, searchContext, row, productId } = await openProduct({ catalogue }, actor, query)
  const isParent = query.id === productId && hasVariants(snapshot, row)
  const productIds = isParent ? variantsOf(snapshot, row) : [query.id]
  const past = await listPastPrices(db, { productIds, priceTypeId: searchContext.contract.priceTypeId })
  return lowestByDay(past)
}

/** Deletes prices older than the kept years; a scheduled job. */
export function prunePriceHistory({ db }: { db: Db }): Promise<number> {
  return deleteOldPrices(db, { years: keepYears })
}

/** The lowest price that stood at the end of each day on which it changed; null: none was left. Days in order. */
export function lowestByDay(past: readonly PastPrice[]): PricePoint[] {
  const standing = new Map<number, number | null>()
  const points: PricePoint[] = []
  for (const [day, changes] of Map.groupBy(past, (each) => each.day)) {
    for (const { productId, priceKopecks } of changes) standing.set(productId, priceKopecks)
    const sold = [...standing.values()].filter((price) => price !== null)
    const priceKopecks = sold.length === 0 ? null : Math.min(...sold)
    if (points.length === 0 || points.at(-1)?.priceKopecks !== priceKopecks) points.push({ day, priceKopecks })
  }
  return points
}

function variantsOf({ firstItem, itemIds }: Snapshot, row: number): number[] {
  return [...itemIds.subarray(firstItem[row], firstItem[row + 1])]
}
