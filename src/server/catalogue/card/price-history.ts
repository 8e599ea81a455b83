import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { priceHistory } from '#shared/api/catalogue.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { hasVariants, type Snapshot } from '#server/catalogue/facets/snapshot.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct, type ProductRequest } from './open-product.ts'
import { deleteOldPrices, listPastPrices, type PastPrice } from './queries-price-history.ts'

const keepYears = 2

type Points = ReplyOf<typeof priceHistory>['points']

/**
 * What a product or variant cost under the contract; a parent's price is, as in its row, the lowest of its variants'.
 */
export async function getPriceHistory(
  { db, catalogue }: { db: Db; catalogue: Catalogue },
  actor: Actor,
  query: ProductRequest,
): Promise<Points> {
  const { snapshot, searchContext, row, productId } = await openProduct({ catalogue }, actor, query)
  const isParent = query.id === productId && hasVariants(snapshot, row)
  const productIds = isParent ? variantsOf(snapshot, row) : [query.id]
  const past = await listPastPrices(db, { productIds, priceTypeId: searchContext.contract.priceTypeId })
  return lowestByDay(past).map(({ day, priceKopecks }) => ({
    date: formatDay(day),
    price: priceKopecks === null ? null : roubles(priceKopecks),
  }))
}

/** Deletes prices older than the kept years; a scheduled job. */
export function prunePriceHistory({ db }: { db: Db }): Promise<number> {
  return deleteOldPrices(db, { years: keepYears })
}

/** The lowest price that stood at the end of each day on which it changed; null: none was left. Days in order. */
export function lowestByDay(past: readonly PastPrice[]): { day: string; priceKopecks: number | null }[] {
  const standing = new Map<number, number | null>()
  const points: { day: string; priceKopecks: number | null }[] = []
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
