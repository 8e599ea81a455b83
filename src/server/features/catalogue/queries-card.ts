import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/** Goods tied to a product: by staff or 1C, or found to be ordered with it where no related ones are tied. */
export type LinkedIds = { analogueIds: number[]; relatedIds: number[]; togetherIds: number[] }

export type CardExtras = LinkedIds & {
  documents: { id: number }[]
  /** By product or variant; `day` is YYYY-MM-DD. */
  arrivals: { productId: number; warehouseId: number; day: string; quantityMilli: number }[]
  /** ISO 8601. */
  stockUpdatedAt: string | null
  /** Days on which a price of it was set or went. */
  pricedDays: number
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
    with family as (${family(productId)})
    select ${linkedIds({ productId, organisationId })},
      coalesce((select jsonb_agg(jsonb_build_object('id', id) order by position, id) from product_documents where product_id = ${productId}), '[]') as documents,
      coalesce((select jsonb_agg(jsonb_build_object('productId', product_id, 'warehouseId', warehouse_id, 'day', expected_on, 'quantityMilli', quantity_milli)
          order by expected_on, product_id, warehouse_id)
        from arrivals where product_id in (select id from family) and warehouse_id = ${warehouses} and expected_on > ${today}::date), '[]') as arrivals,
      (select to_char(max(updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from stocks
        where product_id in (select id from family) and warehouse_id = ${warehouses}) as "stockUpdatedAt",
      (select count(distinct (since at time zone 'Europe/Moscow')::date)::int from price_history
        where product_id in (select id from family) and price_type_id = ${priceTypeId}) as "pricedDays"`)
  const [found] = rows
  if (!found) throw new Error('the extras of a card came without a row')
  return found
}

/** Goods tied to a product, with the category whose goods may stand in for analogues. */
export async function findLinkedIds(db: Db, { productId, organisationId }: { productId: number; organisationId: number }) {
  const { rows } = await db.execute<LinkedIds & { categoryId: number | null }>(sql`
    with family as (${family(productId)})
    select ${linkedIds({ productId, organisationId })}, (select min(category_id) from product_categories where product_id = ${productId}) as "categoryId"`)
  return rows[0]
}

const family = (productId: number) => sql`select id from products where id = ${productId} or (parent_id = ${productId} and active)`

const linkedIds = ({ productId, organisationId }: { productId: number; organisationId: number }) => sql`
  ${boundIds(productId, 'analogue')} as "analogueIds", ${boundIds(productId, 'related')} as "relatedIds",
  ${togetherIds(productId, organisationId)} as "togetherIds"`

const boundIds = (productId: number, kind: 'analogue' | 'related') => sql`coalesce((
  select jsonb_agg(bound_id order by position, bound_id) from product_binds where product_id = ${productId} and kind = ${kind}), '[]')`

/** Orders that are looked at, lines of each, and goods that come of it. */
const [latestOrders, linesOfOrder, mostTogether] = [50, 100, 8]

/**
 * Goods that the latest orders with this one also held: in at least two orders of the buyer itself, or of two buyers, so
 * that nobody learns what one other buyer orders. Bounded by the numbers above, however many orders there are.
 */
const togetherIds = (productId: number, organisationId: number) => sql`coalesce((
  select jsonb_agg(other.id order by other.orders desc, other.id) from (
    select coalesce(good.parent_id, good.id) as id, count(distinct o.id) as orders
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

export type ProductDocument = { id: number; productId: number; name: string; type: string; sizeBytes: number; key: string }

const documentColumns = sql.raw('id, product_id as "productId", name, type, size_bytes as "sizeBytes", key')

/** Those of a product's documents that are asked for, in their order. */
export async function listDocuments(db: Db, { productId, ids }: { productId: number; ids: readonly number[] }): Promise<ProductDocument[]> {
  const { rows } = await db.execute<ProductDocument>(sql`
    select ${documentColumns} from product_documents where product_id = ${productId} and id = any(${sql.param(ids)}::int[]) order by position, id`)
  return rows
}

export async function findDocument(db: Db, { id }: { id: number }): Promise<ProductDocument | undefined> {
  const { rows } = await db.execute<ProductDocument>(sql`select ${documentColumns} from product_documents where id = ${id}`)
  return rows[0]
}

export type PastPrice = { productId: number; day: string; priceKopecks: number | null }

/** What these products cost at a price type, oldest first; the last price of each Moscow day. Null: no longer sold. */
export async function listPastPrices(db: Db, { productIds, priceTypeId }: { productIds: readonly number[]; priceTypeId: number }): Promise<PastPrice[]> {
  const { rows } = await db.execute<PastPrice>(sql`
    select distinct on (day, product_id) to_char(since at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day,
      product_id as "productId", price_kopecks::float8 as "priceKopecks"
    from price_history where product_id = any(${sql.param(productIds)}::int[]) and price_type_id = ${priceTypeId}
    order by day, product_id, since desc`)
  return rows
}
