import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { LineKey } from './fit-lines.ts'

const columnsButPosition = sql.raw(`basket_id, product_id, warehouse_id, quantity_milli, shown_price_kopecks,
  previous_price_kopecks, available_then_milli, note, added_at`)

/** All columns of a line. */
export const lineColumns = sql`${columnsButPosition}, position`

/** The buyer's order: goods by position, a good's lines in order of adding. */
export const buyersOrder = sql.raw('line.position, line.added_at, line.product_id, line.warehouse_id')

/** Stores the lines of `removed`, a CTE of the same statement; they can be restored for a day. */
export function removedLines(basketId: number) {
  return sql`kept as (
      insert into basket_removed_lines (${lineColumns}) select ${lineColumns} from removed
      on conflict (basket_id, product_id, warehouse_id) do update set quantity_milli = excluded.quantity_milli,
        shown_price_kopecks = excluded.shown_price_kopecks, previous_price_kopecks = excluded.previous_price_kopecks,
        available_then_milli = excluded.available_then_milli, note = excluded.note, added_at = excluded.added_at,
          position = excluded.position, removed_at = now()),
    forgotten as (
      delete from basket_removed_lines old where basket_id = ${basketId} and removed_at < now() - interval '1 day'
        and not exists (select from removed where product_id = old.product_id and warehouse_id = old.warehouse_id))`
}

/** Position of a good already in the basket, otherwise null, so that its lines stay together. */
export function previousPosition({ basketId, productId }: { basketId: number; productId: SQL }): SQL {
  return sql`(select min(existing.position) from basket_lines existing where existing.basket_id = ${basketId}
    and existing.product_id = ${productId})`
}

/** Empties a basket and returns its lines; they can be restored. */
export async function clearLines(db: Db, { basketId }: { basketId: number }) {
  const { rows } = await db.execute<LineKey>(sql`
    with removed as (delete from basket_lines where basket_id = ${basketId} returning ${lineColumns}),
      ${removedLines(basketId)}
    select product_id as "productId", warehouse_id as "warehouseId" from removed line order by ${buyersOrder}`)
  return rows
}

/** Restores removed lines, except those in the basket again. Returns the restored ones. */
export async function restoreLines(
  db: Db,
  { basketId, keys }: { basketId: number; keys: LineKey[] },
): Promise<LineKey[]> {
  const { rows } = await db.execute<LineKey>(sql`
    with back as (
      delete from basket_removed_lines removed
      using unnest(${ids(keys.map(({ productId }) => productId))},
        ${ids(keys.map(({ warehouseId }) => warehouseId))}) as requested (product, warehouse)
      where removed.basket_id = ${basketId} and removed.product_id = requested.product
        and removed.warehouse_id = requested.warehouse
        and removed.removed_at > now() - interval '1 day'
        and not exists (select from basket_lines line where line.basket_id = ${basketId}
          and line.product_id = requested.product and line.warehouse_id = requested.warehouse)
      returning removed.*)
    insert into basket_lines (${lineColumns})
    select ${columnsButPosition}, coalesce(${previousPosition({ basketId, productId: sql`back.product_id` })},
      position) from back
    returning product_id as "productId", warehouse_id as "warehouseId"`)
  return rows
}

/** False if there is no such line. */
export async function writeNote(
  db: Db,
  { basketId, key, note }: { basketId: number; key: LineKey; note: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update basket_lines set note = ${note}
    where basket_id = ${basketId} and product_id = ${key.productId} and warehouse_id = ${key.warehouseId}`)
  return rowCount === 1
}

const ids = (list: number[]) => sql`${sql.param(list)}::int[]`
