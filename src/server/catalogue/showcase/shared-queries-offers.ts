import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import { recordGoodsChanges, requestRebuild } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import type { Db } from '#server/platform/db/client.ts'

/** The ids of products and variants, or all goods. */
export type Scope = readonly number[] | 'all'

/** Beyond this many single changes a rebuild is cheaper for every process. */
const maxChanges = 20_000

/**
 * Writes the sale prices of a day where they differ: the lowest one below the list price. An offer of a price type also
 * counts for the types derived from it. Returns the goods whose price changed.
 */
export async function writeSalePrices(db: Db, { scope, today }: { scope: Scope; today: Day }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with running as (
      select g.product_id, g.price_type_id, min(g.price_kopecks) as kopecks
      from special_offers o join special_offer_goods g on g.offer_id = o.id
      where ${isRunningOn(today)} and ${within(scope, sql`g.product_id`)} group by g.product_id, g.price_type_id),
    target as (
      select price.product_id, price.price_type_id, case when running.kopecks < price.price_kopecks
        then running.kopecks end as kopecks
      from prices price join price_types type on type.id = price.price_type_id
        left join running on running.product_id = price.product_id
          and running.price_type_id = coalesce(type.base_id, type.id)
      where (price.sale_kopecks is not null or running.kopecks is not null)
        and ${within(scope, sql`price.product_id`)}),
    written as (
      update prices price set sale_kopecks = target.kopecks from target
      where price.product_id = target.product_id and price.price_type_id = target.price_type_id
        and price.sale_kopecks is distinct from target.kopecks
      returning price.product_id)
    select distinct product_id as id from written`)
  return rows.map(({ id }) => id)
}

/**
 * Sets the sale flag of products while one of their sale prices applies, and clears only flags it has set; variants
 * follow. Returns the products whose flag changed.
 */
export async function writeSaleFlags(db: Db, { scope }: { scope: Scope }): Promise<number[]> {
  const checked =
    scope === 'all'
      ? sql`p.on_offer or p.id in (select product_id from prices where sale_kopecks is not null)`
      : within(scope, sql`p.id`)
  const { rows } = await db.execute<{ id: number }>(sql`
    with candidates as (select distinct coalesce(p.parent_id, p.id) as id from products p where ${checked}),
    judged as (
      select main.id, main.is_sale, main.on_offer, exists (
        select from products item join prices price on price.product_id = item.id and price.sale_kopecks is not null
        where (item.id = main.id or item.parent_id = main.id) and item.active) as runs
      from candidates join products main on main.id = candidates.id),
    turned as (select id, runs from judged where case when runs then not is_sale else on_offer end),
    mains as (update products p set is_sale = turned.runs, on_offer = turned.runs from turned where p.id = turned.id),
    variants as (update products p set is_sale = turned.runs from turned where p.parent_id = turned.id
      and p.is_sale <> turned.runs)
    select id from turned`)
  return rows.map(({ id }) => id)
}

/** Those of the goods that some offer has. */
export async function listOffered(db: Db, { productIds }: { productIds: readonly number[] }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct product_id as id from special_offer_goods where product_id = any(${ints(productIds)})`)
  return rows.map(({ id }) => id)
}

export async function recordOfferChanges(
  db: Db,
  { prices, flags }: { prices: readonly number[]; flags: readonly number[] },
): Promise<void> {
  if (prices.length + flags.length > maxChanges) return requestRebuild(db)
  await recordGoodsChanges(db, [
    ...prices.map((id) => ({ kind: 'price' as const, id })),
    ...flags.map((id) => ({ kind: 'flags' as const, id })),
  ])
}

/** Over `o` = special_offers. */
export const isRunningOn = (today: Day) => sql`(o.active and ${today}::date between o.starts_on and o.ends_on)`

const within = (scope: Scope, id: ReturnType<typeof sql>) =>
  scope === 'all' ? sql`true` : sql`${id} = any(${ints(scope)})`
const ints = (list: readonly number[]) => sql`${sql.param([...list])}::int[]`
