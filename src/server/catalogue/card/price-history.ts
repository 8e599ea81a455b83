import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { hasVariants, type Snapshot } from '#server/catalogue/facets/snapshot.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct, type ProductRequest } from './open-product.ts'
import { deleteOldPrices, listPastPrices, type PastPrice } from './queries-price-history.ts'

const keepYears = 2

/** The price from this day on; null: not sold any more. */
export type PricePoint = { day: Day; priceKopecks: number | null }

/** Price history of a product or variant under the contract. The price of a product with variants is their lowest. */
export async function getPriceHistory(
  { db, catalogue }: { db: Db; catalogue: Catalogue },
  actor: Actor,
  query: ProductRequest,
): Promise<PricePoint[]> {
  const { snapshot, searchContext, row, productId } = await openProduct({ catalogue }, actor, query)
  const isParent = query.id === productId && hasVariants(snapshot, row)
  const productIds = isParent ? variantIds(snapshot, row) : [query.id]
  const pastPrices = await listPastPrices(db, { productIds, priceTypeId: searchContext.contract.priceTypeId })
  return lowestPriceByDay(pastPrices)
}

/** Deletes old prices; run by a job. */
export function prunePriceHistory({ db }: { db: Db }): Promise<number> {
  return deleteOldPrices(db, { years: keepYears })
}

/** The lowest price at the end of each day with a change, days ascending; null: nothing left on sale. */
export function lowestPriceByDay(pastPrices: readonly PastPrice[]): PricePoint[] {
  const currentPrices = new Map<number, number | null>()
  const points: PricePoint[] = []
  for (const [day, changes] of Map.groupBy(pastPrices, (each) => each.day)) {
    for (const { productId, priceKopecks } of changes) currentPrices.set(productId, priceKopecks)
    const sold = [...currentPrices.values()].filter((price) => price !== null)
    const priceKopecks = sold.length === 0 ? null : Math.min(...sold)
    if (points.length === 0 || points.at(-1)?.priceKopecks !== priceKopecks) points.push({ day, priceKopecks })
  }
  return points
}

function variantIds({ firstItem, itemIds }: Snapshot, row: number): number[] {
  return [...itemIds.subarray(firstItem[row], firstItem[row + 1])]
}
