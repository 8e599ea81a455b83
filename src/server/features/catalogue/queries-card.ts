import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

export type BindKind = 'analogue' | 'related'

export type CardExtras = {
  analogueIds: number[]
  relatedIds: number[]
  /** Often ordered together; empty where related goods are bound. */
  togetherIds: number[]
  documents: { id: number; name: string; type: string; sizeBytes: number }[]
  /** By product or variant; `day` is YYYY-MM-DD. */
  arrivals: { productId: number; warehouseId: number; day: string; quantityMilli: number }[]
  /** ISO 8601. */
  stockUpdatedAt: string | null
  priceChanges: number
}

type Asked = {
  productId: number
  priceTypeId: number
  warehouseIds: readonly number[]
  organisationId: number
  /** The last day that is not ahead, YYYY-MM-DD. */
  today: string
}

/** What hangs on a product and its variants, for its card. */
export async function findCardExtras(db: Db, { productId, priceTypeId, warehouseIds, organisationId, today }: Asked): Promise<CardExtras> {
  const warehouses = sql`any(${sql.param(warehouseIds)}::int[])`
  const { rows } = await db.execute<CardExtras>(sql`
    with family as (select id from products where id = ${productId} or (parent_id = ${productId} and active))
    select ${boundIds({ productId, kind: 'analogue' })} as "analogueIds", ${boundIds({ productId, kind: 'related' })} as "relatedIds",
      ${togetherIds({ productId, organisationId })} as "togetherIds",
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'type', type, 'sizeBytes', size_bytes) order by position, id)
        from product_documents where product_id = ${productId}), '[]') as documents,
      coalesce((select jsonb_agg(jsonb_build_object('productId', product_id, 'warehouseId', warehouse_id, 'day', expected_on, 'quantityMilli', quantity_milli)
          order by expected_on, product_id, warehouse_id)
        from arrivals where product_id in (select id from family) and warehouse_id = ${warehouses} and expected_on > ${today}::date), '[]') as arrivals,
      (select to_char(max(updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from stocks
        where product_id in (select id from family) and warehouse_id = ${warehouses}) as "stockUpdatedAt",
      (select count(*)::int from price_history where product_id in (select id from family) and price_type_id = ${priceTypeId}) as "priceChanges"`)
  const [found] = rows
  if (!found) throw new Error('the extras of a card came without a row')
  return found
}

const boundIds = ({ productId, kind }: { productId: number; kind: BindKind }) => sql`coalesce((
  select jsonb_agg(bound_id order by position, bound_id) from product_binds where product_id = ${productId} and kind = ${kind}), '[]')`

/** Orders that are looked at, lines of each, and goods that come of it. */
const [latestOrders, linesOfOrder, mostTogether] = [50, 100, 8]

/**
 * Goods that the latest orders with this one also held: at least two orders of the buyer itself, or of two buyers, so
 * that nobody learns what one other buyer orders. Bounded by the numbers above, however many orders there are.
 */
const togetherIds = ({ productId, organisationId }: { productId: number; organisationId: number }) => sql`coalesce((
  select jsonb_agg(other.id order by other.orders desc, other.id) from (
    select coalesce(good.parent_id, good.id) as id, count(distinct recent.order_id) as orders
    from (
      select distinct own.order_id from family
      cross join lateral (select order_id from order_lines where product_id = family.id order by order_id desc limit ${latestOrders}) own
      order by own.order_id desc limit ${latestOrders}
    ) recent
    join orders o on o.id = recent.order_id and o.state <> 4
    cross join lateral (select product_id from order_lines where order_id = o.id order by position limit ${linesOfOrder}) line
    join products good on good.id = line.product_id
    where coalesce(good.parent_id, good.id) <> ${productId}
      and not exists (select from product_binds where product_id = ${productId} and kind = 'related')
    group by 1
    having count(distinct o.organisation_id) > 1 or count(distinct o.id) filter (where o.organisation_id = ${organisationId}) > 1
    order by 2 desc, 1 limit ${mostTogether}
  ) other), '[]')`
