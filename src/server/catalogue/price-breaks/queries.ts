import { sql } from 'drizzle-orm'
import { isSold, payableKopecks } from '#server/catalogue/prices/shared-queries.ts'
import { listKopecksOf } from '#server/catalogue/prices/shared-queries-source.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BreakOwner } from './shared-queries.ts'

export type PricedGood = { productId: number; unit: string; priceKopecks: number; listKopecks: number }

/** Those of the goods that are sold at the price type. */
export async function listPrices(
  db: Db,
  { priceTypeId, productIds }: { priceTypeId: number; productIds: readonly number[] },
): Promise<PricedGood[]> {
  const { rows } = await db.execute<PricedGood>(sql`
    select p.id as "productId", p.unit, ${payableKopecks} as "priceKopecks",
      ${listKopecksOf(priceTypeId)} as "listKopecks"
    from products p left join products parent on parent.id = p.parent_id
      join prices price on price.product_id = p.id and price.price_type_id = ${priceTypeId}
    where p.id = any(${sql.param([...new Set(productIds)])}::int[]) and ${isSold} order by p.id`)
  return rows
}

export async function findOwner(db: Db, { contractId }: { contractId: number }): Promise<BreakOwner | undefined> {
  const { rows } = await db.execute<BreakOwner>(sql`
    select id as "contractId", price_type_id as "priceTypeId" from contracts where id = ${contractId}`)
  return rows[0]
}
