import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { stockChanged } from '#server/catalogue/snapshot/shared-queries-changes.ts'

export type StockKey = { productId: number; warehouseId: number }
/** By how much the reservation of an order's line changes, in thousandths. */
export type LineReservation = { position: number; milli: number }

/** In the order in which every transaction locks stock rows: two of them never wait for each other. */
const lockInOrder = sql`order by s.product_id, s.warehouse_id for update of s`

export async function lockStockOfBasket(tx: Db, { basketId }: { basketId: number }): Promise<void> {
  await tx.execute(sql`
    select from stocks s join basket_lines l on l.product_id = s.product_id and l.warehouse_id = s.warehouse_id
    where l.basket_id = ${basketId} ${lockInOrder}`)
}

/**
 * Locks the stock rows of an order's lines, and those of lines that are to be `added`, which are created where missing.
 */
export async function lockStockOfOrder(
  tx: Db,
  { orderId, added = [] }: { orderId: number; added?: readonly StockKey[] },
): Promise<void> {
  if (added.length > 0) {
    await tx.execute(sql`
      insert into stocks (product_id, warehouse_id) select distinct product_id, warehouse_id from ${stockKeys(added)}
      order by 1, 2 on conflict do nothing`)
  }
  await tx.execute(sql`
    select from stocks s where (s.product_id, s.warehouse_id) in (
      select product_id, warehouse_id from order_lines where order_id = ${orderId}
      union select product_id, warehouse_id from ${stockKeys(added)}) ${lockInOrder}`)
}

/** Reserves more for lines of an order, under the lock of their stock rows. */
export async function reserve(tx: Db, order: { orderId: number; lines: readonly LineReservation[] }): Promise<void> {
  await changeReservations(tx, order)
}

/** Gives a part of what lines of an order hold back to their locked stock rows. */
export async function release(
  tx: Db,
  { orderId, lines }: { orderId: number; lines: readonly LineReservation[] },
): Promise<void> {
  await changeReservations(tx, { orderId, lines: lines.map(({ position, milli }) => ({ position, milli: -milli })) })
}

/**
 * Reserves what new lines hold, in the statement that inserts them: a last CTE and the statement's end. `lines` is the
 * CTE that inserts and returns `product_id`, `warehouse_id` and `milli`; their stock rows are locked.
 */
export const reserveInsertedLines = (lines: SQL) =>
  sql`${stockMoved(lines)}, stock_told as (${stockChanged(sql`stock_moved`)})`

async function changeReservations(
  tx: Db,
  { orderId, lines }: { orderId: number; lines: readonly LineReservation[] },
): Promise<void> {
  const changed = lines.filter(({ milli }) => milli !== 0)
  if (changed.length === 0) return
  await tx.execute(sql`
    with changed as (
      update order_lines l set reserved_milli = l.reserved_milli + n.milli
      from json_to_recordset(${JSON.stringify(changed)}::json) as n(position int, milli bigint)
      where l.order_id = ${orderId} and l.position = n.position
      returning l.product_id, l.warehouse_id, n.milli),
    ${stockMoved(sql`changed`)} ${stockChanged(sql`stock_moved`)}`)
}

/** The only place that changes reservations of a stock row, except for 1C's figures (queries-import.ts). */
const stockMoved = (rows: SQL) => sql`
  stock_moved as (
    update stocks s set reserved_milli = s.reserved_milli + sums.milli, updated_at = now()
    from (select product_id, warehouse_id, sum(milli)::bigint as milli from ${rows} group by 1, 2) as sums
    where s.product_id = sums.product_id and s.warehouse_id = sums.warehouse_id
    returning s.product_id)`

function stockKeys(keys: readonly StockKey[]): SQL {
  const products = sql.param(keys.map(({ productId }) => productId))
  const warehouses = sql.param(keys.map(({ warehouseId }) => warehouseId))
  return sql`unnest(${products}::int[], ${warehouses}::int[]) as wanted(product_id, warehouse_id)`
}
