import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { goodsArticul, goodsHeader, isSold } from '#server/catalogue/prices/shared-queries.ts'

/** A possible replacement of a good; `same`: its successor. */
export type ReplacementCandidate = {
  insteadOf: number
  productId: number
  parentId: number | null
  header: string
  articul: string
  unit: string
  same: boolean
}

type ReplacementQuery = {
  priceTypeId: number
  /** Unavailable goods. */
  productIds: readonly number[]
  /** Pairs of goods and their successors. */
  successors: readonly { productId: number; successorId: number }[]
}

/** By good, best first: its successor, then analogues linked to it or its product. */
export async function listReplacementCandidates(
  db: Db,
  { priceTypeId, productIds, successors }: ReplacementQuery,
): Promise<ReplacementCandidate[]> {
  if (productIds.length === 0) return []
  const { rows } = await db.execute<ReplacementCandidate>(sql`
    select replacement.instead_of as "insteadOf", p.id as "productId", p.parent_id as "parentId",
      ${goodsHeader} as header,
      ${goodsArticul} as articul, p.unit, replacement.same
    from (
      select old as instead_of, fresh as id, true as same, 0 as rank
      from unnest(${ints(successors.map(({ productId }) => productId))},
        ${ints(successors.map(({ successorId }) => successorId))}) as successor (old, fresh)
      union all
      select old.id, bind.bound_id, false, bind.position
      from products old join product_binds bind on bind.product_id in (old.id, old.parent_id)
        and bind.kind = 'analogue' and not bind.hidden
      where old.id = any(${ints(productIds)})) replacement
    join products p on p.id = replacement.id
    left join products parent on parent.id = p.parent_id
    join prices price on price.product_id = p.id and price.price_type_id = ${priceTypeId}
    where ${isSold} and p.id <> replacement.instead_of
    order by replacement.instead_of, replacement.same desc, replacement.rank, p.id`)
  return rows
}

const ints = (list: readonly number[]) => sql`${sql.param([...list])}::int[]`
