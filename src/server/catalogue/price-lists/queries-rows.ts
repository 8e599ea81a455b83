import { sql } from 'drizzle-orm'
import type { Decimals } from '#shared/rules/step.ts'
import { staffDescriptionOf } from '#server/catalogue/presentation/descriptions/shared-queries-descriptions.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isInCard, parameterHeader, parameterPosition } from '#server/catalogue/snapshot/parameters-sql.ts'
import { orderableMilli } from '#server/catalogue/prices/orderable-stock.ts'
import {
  goodsArticul,
  goodsHeader,
  isSold,
  mainPicture,
  payableKopecks,
} from '#server/catalogue/prices/shared-queries.ts'
import type { CategoryRow } from './category-order.ts'

/** One good or variant in a price list. */
export type PriceRow = {
  id: number
  parentId: number | null
  code: string
  articul: string
  header: string
  brand: string
  unit: string
  stepMilli: number
  /** 2 for units such as kg, where fractions can be typed. */
  decimals: Decimals
  barcodes: string[]
  priceKopecks: number
  /** The price without a sale. */
  listKopecks: number
  rrcKopecks: number | null
  /** In the order of the contract's warehouses; never below 0. */
  stocksMilli: number[]
  picture: { id: number; type: string } | null
}

/** Details that only YML needs. */
export type OfferDetails = {
  id: number
  description: string
  weightGrams: number | null
  pictures: { id: number; type: string }[]
  /** One entry per value, in display order; `own` marks values of the variant itself. */
  params: { own: boolean; name: string; value: string }[]
}

export type PriceChoice = {
  priceTypeId: number
  rrcTypeId: number | null
  warehouseIds: readonly number[]
  /** Categories in display order. Goods without a category are included only with `wholeCatalogue`. */
  categoryIds: readonly number[]
  wholeCatalogue: boolean
  /** Only goods with at least one step in stock over all the warehouses. */
  availableOnly: boolean
}

export async function listCategories(db: Db): Promise<CategoryRow[]> {
  const { rows } = await db.execute<CategoryRow>(sql`
    select id, parent_id as "parentId", name, position from categories where active and id <> 2 order by id`)
  return rows
}

/** The snapshot of this transaction and its clock time. Must be its first statement. */
export async function readSnapshotTime(tx: Db): Promise<{ asOf: string; at: Date }> {
  const { rows } = await tx.execute<{ asOf: string; atMs: number }>(sql`
    select pg_current_snapshot()::text as "asOf", (extract(epoch from statement_timestamp()) * 1000)::float8 as "atMs"`)
  const [{ asOf, atMs } = { asOf: '', atMs: Date.now() }] = rows
  return { asOf, at: new Date(atMs) }
}

/** Whether the catalogue has changes that the given snapshot does not see. */
export async function hasChangedSince(db: Db, { asOf }: { asOf: string }): Promise<boolean> {
  const { rows } = await db.execute<{ changed: boolean }>(sql`
    select exists (
      select from catalogue_changes
      where xid >= pg_snapshot_xmin(${asOf}::pg_snapshot)
      and not pg_visible_in_snapshot(xid, ${asOf}::pg_snapshot)) as changed`)
  return rows[0]?.changed ?? true
}

const intArray = (ids: readonly number[]) => sql`${sql.param([...ids])}::int[]`

/** One join per warehouse is cheaper than a subquery per good. */
function joinStocks(warehouseIds: readonly number[]) {
  const joins = warehouseIds.map((id, index) => {
    const stock = sql.identifier(`stock${index}`)
    return sql`left join stocks ${stock} on ${stock}.product_id = p.id and ${stock}.warehouse_id = ${id}`
  })
  const availableMilli = warehouseIds.map((_, index) => {
    const stock = sql.identifier(`stock${index}`)
    return sql`greatest(coalesce(${stock}.on_hand_milli - ${stock}.reserved_milli - ${stock}.safety_milli, 0),
      0)::float8`
  })
  return { joins: sql.join(joins, sql` `), array: sql`array[${sql.join(availableMilli, sql`, `)}]::float8[]` }
}

/** All goods sold, with their first category. Uses `p`, `parent`, `price` and `first_category`. */
const soldRows = ({ priceTypeId, warehouseIds, wholeCatalogue, availableOnly }: PriceChoice) => sql`
  products p
  left join products parent on parent.id = p.parent_id
  join prices price on price.product_id = p.id and price.price_type_id = ${priceTypeId}
  left join first_category on first_category.product_id = coalesce(p.parent_id, p.id)
  where ${isSold} and (${wholeCatalogue}::bool or first_category.id is not null)
    and (not ${availableOnly}::bool or (
      select coalesce(sum(${orderableMilli(sql`stock`, sql`p`)}), 0) from stocks stock
      where stock.product_id = p.id and stock.warehouse_id = any(${intArray(warehouseIds)})) >= p.step_milli)`

const firstCategories = ({ categoryIds }: PriceChoice) => sql`
  with chosen as (select * from unnest(${intArray(categoryIds)}) with ordinality as listed(id, rank)),
  first_category as (
    select distinct on (link.product_id) link.product_id, chosen.id, chosen.rank
    from product_categories link join chosen on chosen.id = link.category_id order by link.product_id, chosen.rank)`

/** Opens a cursor over all goods sold, by category and name, variants side by side. It closes with the transaction. */
export async function openPriceCursor(tx: Db, choice: PriceChoice): Promise<void> {
  await tx.execute(sql`set local cursor_tuple_fraction = 1`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '5min'`)
  await tx.execute(sql`
    declare price_rows no scroll cursor for ${firstCategories(choice)}
    select p.id, coalesce(first_category.id, 0) as "categoryId", (count(*) over ())::int as total
    from ${soldRows(choice)}
    order by first_category.rank nulls last, translate(lower(coalesce(parent.name, p.name)), 'ё', 'е') collate "C",
    coalesce(p.parent_id, p.id), p.id`)
}

/** Categories that contain rows of the cursor. */
export async function listSoldCategories(tx: Db, choice: PriceChoice): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`${firstCategories(choice)} select distinct first_category.id
      from ${soldRows(choice)} and first_category.id is not null`,
  )
  return rows.map(({ id }) => id)
}

export type CursorRow = { id: number; categoryId: number; total: number }

export async function fetchPriceCursor(tx: Db, { count }: { count: number }): Promise<CursorRow[]> {
  const { rows } = await tx.execute<CursorRow>(sql.raw(`fetch ${count} from price_rows`))
  return rows
}

/** Data of these goods, in the given order. */
export async function listPriceRows(tx: Db, choice: PriceChoice, ids: readonly number[]): Promise<PriceRow[]> {
  const stocks = joinStocks(choice.warehouseIds)
  const { rows } = await tx.execute<PriceRow>(sql`
    select p.id, p.parent_id as "parentId", coalesce(nullif(p.code, ''), parent.code, '') as code, ${goodsArticul}
      as articul,
      ${goodsHeader} as header, coalesce(brand.name, '') as brand, p.unit, p.step_milli as "stepMilli", p.decimals,
        p.barcodes,
      ${payableKopecks} as "priceKopecks", price.price_kopecks as "listKopecks", rrc.price_kopecks as "rrcKopecks",
      ${stocks.array} as "stocksMilli", ${mainPicture} as picture
    from unnest(${intArray(ids)}) with ordinality as requested(id, position)
    join products p on p.id = requested.id
    left join products parent on parent.id = p.parent_id
    join prices price on price.product_id = p.id and price.price_type_id = ${choice.priceTypeId}
    left join prices rrc on rrc.product_id = p.id and rrc.price_type_id = ${choice.rrcTypeId}
    left join brands brand on brand.id = coalesce(p.brand_id, parent.brand_id)
    ${stocks.joins}
    order by requested.position`)
  return rows
}

const maxPictures = 10

export async function listOfferDetails(tx: Db, ids: readonly number[]): Promise<OfferDetails[]> {
  const { rows } = await tx.execute<OfferDetails>(sql`
    select p.id,
      coalesce(${staffDescriptionOf(sql`coalesce(p.parent_id, p.id)`)}, nullif(p.description, ''), parent.description,
        '') as description,
      coalesce(p.weight_grams, parent.weight_grams)::float8 as "weightGrams",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', shown.id, 'type', shown.type) order by shown.own desc, shown.position)
        from (
          select picture.id, picture.type, link.product_id = p.id as own, link.position
          from product_pictures link join pictures picture on picture.id = link.picture_id
          where link.product_id in (p.id, p.parent_id) order by own desc, link.position limit ${maxPictures}) shown),
            '[]') as pictures,
      coalesce((
        select json_agg(json_build_object('own', link.product_id = p.id, 'name', ${sql.raw(parameterHeader)}, 'value',
          chosen.value)
          order by ${sql.raw(parameterPosition)}, parameter.name, parameter.id, chosen.value)
        from product_parameters link
        join parameter_values chosen on chosen.id = link.value_id join parameters parameter
          on parameter.id = chosen.parameter_id
        where link.product_id in (p.id, p.parent_id)
          and (${sql.raw(isInCard)} or p.parent_id is not null and link.product_id = p.id)), '[]') as params
    from unnest(${intArray(ids)}) with ordinality as requested(id, position)
    join products p on p.id = requested.id left join products parent on parent.id = p.parent_id
    order by requested.position`)
  return rows
}
