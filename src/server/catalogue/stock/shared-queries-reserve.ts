import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { stockChanged } from '#server/catalogue/snapshot/shared-queries-changes.ts'

export type StockKey = { productId: number; warehouseId: number }
/** Change of a line's reservation, in thousandths. */
export type LineReservation = { position: number; milli: number }

/** Every transaction locks stock rows in this order, so that two never deadlock. */
const lockInOrder = sql`order by s.product_id, s.warehouse_id for update of s`

export async function lockStockOfBasket(tx: Db, { basketId }: { basketId: number }): Promise<void> {
  await tx.execute(sql`
    select from stocks s join basket_lines l on l.product_id = s.product_id and l.warehouse_id = s.warehouse_id
    where l.basket_id = ${basketId} ${lockInOrder}`)
}

/** Locks the stock rows of an order's lines and of the lines to be `added`; missing rows are created. */
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

/** Increases reservations of order lines; their stock rows must be locked. */
export async function reserveLines(
  tx: Db,
  order: { orderId: number; lines: readonly LineReservation[] },
): Promise<void> {
  await changeReservations(tx, order)
}

/** Decreases reservations of order lines; their stock rows must be locked. */
export async function releaseReservations(
  tx: Db,
  { orderId, lines }: { orderId: number; lines: readonly LineReservation[] },
): Promise<void> {
  await changeReservations(tx, { orderId, lines: lines.map(({ position, milli }) => ({ position, milli: -milli })) })
}

/**
 * Common table expressions that reserve the lines inserted by the same statement. `lines` is the CTE that returns
 * `product_id`, `warehouse_id` and `milli`; the stock rows must be locked.
 */
export const reserveInsertedLines = (lines: SQL) =>
  sql`${updateReserved(lines)}, stock_change_recorded as (${stockChanged(sql`stock_moved`)})`

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
    ${updateReserved(sql`changed`)} ${stockChanged(sql`stock_moved`)}`)
}

/**
 * Changes reservations in stock rows. Besides it only figures of 1C (queries-import.ts) and the reset of the demo
 * warehouse (shared-queries-visitors.ts) write them.
 */
const updateReserved = (rows: SQL) => sql`
  stock_moved as (
    update stocks s set reserved_milli = s.reserved_milli + sums.milli, updated_at = now()
    from (select product_id, warehouse_id, sum(milli)::bigint as milli from ${rows} group by 1, 2) as sums
    where s.product_id = sums.product_id and s.warehouse_id = sums.warehouse_id
    returning s.product_id)`

function stockKeys(keys: readonly StockKey[]): SQL {
  const products = sql.param(keys.map(({ productId }) => productId))
  const warehouses = sql.param(keys.map(({ warehouseId }) => warehouseId))
  return sql`unnest(${products}::int[], ${warehouses}::int[]) as requested(product_id, warehouse_id)`
}
