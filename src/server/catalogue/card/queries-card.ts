import { sql, type SQL } from 'drizzle-orm'
import { cancelled } from '#shared/rules/order-states.ts'
import { staffDescriptionOf } from '#server/catalogue/presentation/descriptions/shared-queries-descriptions.ts'
import type { Db } from '#server/platform/db/client.ts'
import { baseTypeId, followsListPrice, rateObject, type Rate } from '#server/catalogue/prices/shared-queries-rates.ts'
import { isInCard, parameterHeader, parameterPosition } from '#server/catalogue/snapshot/parameters-sql.ts'
import { isPastPrice } from './queries-price-history.ts'

/**
 * Links set by staff or 1C; `togetherIds` are goods often ordered together, only if there are no manual related ones.
 */
export type LinkedIds = { analogueIds: number[]; relatedIds: number[]; togetherIds: number[] }

export type ProductDetails = LinkedIds & {
  description: string
  staffDescription: string | null
  barcode: string
  weightGrams: number | null
  volumeCm3: number | null
  vat: string
  categoryId: number | null
  /** Pictures of the product first, then those of its variants, without duplicates. */
  pictures: { id: number; type: string; productIds: number[] }[]
  params: { id: number; header: string; value: string }[]
  /** Active variants by id. */
  variants: { id: number; header: string; articul: string; params: { id: number; header: string; value: string }[] }[]
  documents: { id: number }[]
  /** By product or variant; `day` is YYYY-MM-DD. */
  arrivals: { productId: number; warehouseId: number; day: string; quantityMilli: number }[]
  /** Latest change of stock of the product or a variant, ISO 8601. */
  stockUpdatedAt: string | null
  /** Number of days on which one of its prices changed. */
  pricedDays: number
  /** The rate at which its prices, or those of variants, are sold; null: in roubles. */
  rate: Rate | null
}

type ProductQuery = {
  productId: number
  priceTypeId: number
  warehouseIds: readonly number[]
  organisationId: number
  /** Arrivals after this day are shown, YYYY-MM-DD. */
  today: string
}

/** Everything that only the card needs, in one statement. */
export async function findProductDetails(
  db: Db,
  { productId, priceTypeId, warehouseIds, organisationId, today }: ProductQuery,
): Promise<ProductDetails | undefined> {
  const warehouses = sql`any(${sql.param(warehouseIds)}::int[])`
  const { rows } = await db.execute<ProductDetails>(sql`
    with card_products as (${cardProducts(productId)})
    select p.description, ${staffDescriptionOf(sql`p.id`)} as "staffDescription",
      coalesce(p.barcodes[1], '') as barcode,
      p.weight_grams::float8 as "weightGrams", p.volume_cm3::float8 as "volumeCm3", p.vat, ${categoryId(productId)}
        as "categoryId",
      ${picturesOf(productId)} as pictures,
      ${paramsOf(sql`p.id`, sql.raw(isInCard))} as params,
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'header', v.name, 'articul', v.articul, 'params',
        ${paramsOf(sql`v.id`, alwaysShown)}) order by v.id)
        from products v where v.parent_id = p.id and v.active), '[]') as variants,
      ${linkedIds({ productId, organisationId })},
      coalesce((select jsonb_agg(jsonb_build_object('id', id) order by position, id) from product_documents
        where product_id in (select id from card_products)), '[]') as documents,
      coalesce((select jsonb_agg(jsonb_build_object('productId', product_id, 'warehouseId', warehouse_id, 'day',
        expected_on, 'quantityMilli', quantity_milli)
          order by expected_on, product_id, warehouse_id)
        from arrivals where product_id in (select id from card_products) and warehouse_id = ${warehouses}
          and expected_on > ${today}::date), '[]') as arrivals,
      (select to_char(max(updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from stocks
        where product_id in (select id from card_products) and warehouse_id = ${warehouses}) as "stockUpdatedAt",
      (select count(distinct (since at time zone 'Europe/Moscow')::date)::int from price_history
        where product_id in (select id from card_products) and ${isPastPrice({ priceTypeId })}) as "pricedDays",
      (select ${rateObject} from foreign_prices f
        join prices price on price.product_id = f.product_id and price.price_type_id = ${priceTypeId}
          and ${followsListPrice}
        join currency_rates rate on rate.currency = f.currency and rate.applied
        where f.product_id in (select id from card_products) and f.price_type_id = ${baseTypeId(priceTypeId)}
        limit 1) as rate
    from products p where p.id = ${productId} and p.active`)
  return rows[0]
}

/** Linked goods, and the category in which to look for analogues. */
export async function findLinkedIds(
  db: Db,
  { productId, organisationId }: { productId: number; organisationId: number },
) {
  const { rows } = await db.execute<LinkedIds & { categoryId: number | null }>(sql`
    with card_products as (${cardProducts(productId)})
    select ${linkedIds({ productId, organisationId })}, ${categoryId(productId)} as "categoryId"`)
  return rows[0]
}

const picturesOf = (productId: number) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'type', type, 'productIds', product_ids) order by position)
  from (
    select pictures.id, pictures.type, min(array[(shown.product_id <> ${productId})::int, shown.product_id,
      shown.position]) as position,
      array_agg(shown.product_id) as product_ids
    from product_pictures shown join pictures on pictures.id = shown.picture_id
    where shown.product_id in (select id from card_products) group by pictures.id
  ) picture), '[]')`

/** Several values of a parameter are joined into one line. */
const paramsOf = (productId: SQL, shown: SQL) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', parameter.id, 'header', parameter.header, 'value', parameter.value)
    order by parameter.position,
    parameter.header)
  from (
    select parameter.id, ${sql.raw(parameterHeader)} as header, ${sql.raw(parameterPosition)} as position,
      string_agg(chosen.value, ', ' order by chosen.value) as value
    from product_parameters link
    join parameter_values chosen on chosen.id = link.value_id join parameters parameter
      on parameter.id = chosen.parameter_id
    where link.product_id = ${productId} and ${shown} group by parameter.id
  ) parameter), '[]')`

/** Parameters of variants are always shown, because they tell the variants apart. */
const alwaysShown = sql`true`

const categoryId = (productId: number) =>
  sql`(select min(category_id) from product_categories where product_id = ${productId})`

/** The product and its active variants. */
const cardProducts = (productId: number) =>
  sql`select id from products where id = ${productId} or (parent_id = ${productId} and active)`

const linkedIds = ({ productId, organisationId }: { productId: number; organisationId: number }) => sql`
  ${boundIds(productId, 'analogue')} as "analogueIds", ${boundIds(productId, 'related')} as "relatedIds",
  ${togetherIds(productId, organisationId)} as "togetherIds"`

const boundIds = (productId: number, kind: 'analogue' | 'related') => sql`coalesce((
  select jsonb_agg(bound_id order by position, bound_id) from product_binds where product_id = ${productId}
    and kind = ${kind} and not hidden), '[]')`

/** Bounds of the search for goods ordered together. */
const [maxOrders, maxLinesPerOrder, maxGoods] = [50, 100, 8]

/**
 * Goods that recent orders with this one also contain: at least two orders of this buyer, or orders of two other
 * buyers, so that one buyer's orders are never revealed. Visitors of the demo mode are no buyers.
 */
const togetherIds = (productId: number, organisationId: number) => sql`coalesce((
  select jsonb_agg(other.id order by other.orders desc, other.id) from (
    select coalesce(good.parent_id, good.id) as id, count(distinct o.id) as orders
    from (
      select distinct own.order_id from card_products
      cross join lateral (select order_id from order_lines where product_id = card_products.id order by order_id desc
        limit ${maxOrders}) own
      order by own.order_id desc limit ${maxOrders}
    ) recent
    join orders o on o.id = recent.order_id and o.state <> ${cancelled}
    join organisations buyer on buyer.id = o.organisation_id and (not buyer.demo or buyer.id = ${organisationId})
    cross join lateral (select product_id from order_lines where order_id = o.id order by position
      limit ${maxLinesPerOrder}) line
    join products good on good.id = line.product_id
    where coalesce(good.parent_id, good.id) <> ${productId}
      and not exists (select from product_binds where product_id = ${productId} and kind = 'related' and not hidden)
    group by 1
    having count(distinct o.organisation_id) filter (where o.organisation_id <> ${organisationId}) > 1
      or count(distinct o.id) filter (where o.organisation_id = ${organisationId}) > 1
    order by 2 desc, 1 limit ${maxGoods}
  ) other), '[]')`

export type ProductDocument = {
  id: number
  productId: number
  name: string
  type: string
  sizeBytes: number
  key: string
}

const documentColumns = sql.raw('id, product_id as "productId", name, type, size_bytes as "sizeBytes", key')

/** The requested documents of a product, in display order. */
export async function listDocuments(
  db: Db,
  { productId, ids }: { productId: number; ids: readonly number[] },
): Promise<ProductDocument[]> {
  const { rows } = await db.execute<ProductDocument>(sql`
    select ${documentColumns} from product_documents where product_id in (${cardProducts(productId)})
      and id = any(${sql.param(ids)}::int[]) order by position, id`)
  return rows
}

export async function findDocument(db: Db, { id }: { id: number }): Promise<ProductDocument | undefined> {
  const { rows } = await db.execute<ProductDocument>(
    sql`select ${documentColumns} from product_documents where id = ${id}`,
  )
  return rows[0]
}
