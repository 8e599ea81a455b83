import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'

/**
 * Products of the ids (of a variant its product) that the account may mark: sold under one of its contracts, or already
 * marked.
 */
export async function findMarkable(
  db: Db,
  { accountId, ids }: { accountId: number; ids: readonly number[] },
): Promise<{ id: number; productId: number }[]> {
  const { rows } = await db.execute<{ id: number; productId: number }>(sql`
    with marked as (
      select p.id, main.id as product_id, main.active from products p join products main
        on main.id = coalesce(p.parent_id, p.id)
      where p.id = any(${intArray(ids)}))
    select marked.id, marked.product_id as "productId" from marked
    where exists (select from favourites f where f.account_id = ${accountId} and f.product_id = marked.product_id)
      or exists (select from needs n where n.account_id = ${accountId} and n.product_id = marked.product_id)
      or marked.active and ${soldUnder({ productId: sql`marked.product_id`, accountId })}`)
  return rows
}

/** Ids of products and of variants' products, sold or not. */
export async function findProducts(
  db: Db,
  { ids }: { ids: readonly number[] },
): Promise<{ id: number; productId: number }[]> {
  const { rows } = await db.execute<{ id: number; productId: number }>(
    sql`select id, coalesce(parent_id, id) as "productId" from products where id = any(${intArray(ids)})`,
  )
  return rows
}

export type UnavailableGood = { id: number; header: string; articul: string; elsewhere: boolean }

/** Whether another contract of the account has a price of the product or a variant. */
export const soldUnder = ({ productId, accountId }: { productId: SQL; accountId: number }) => sql`exists (
  select from products item join prices price on price.product_id = item.id
  where (item.id = ${productId} or item.parent_id = ${productId}) and item.active
    and price.price_type_id in (select price_type_id from (${allowedContracts({ accountId })}) as allotted))`

export const intArray = (list: readonly number[]) => sql`${sql.param([...list])}::int[]`
