import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { ShippedLine } from './ship-lines.ts'

/** Writes what has left of a locked order's lines, and gives what they held back to the locked stock rows. */
export async function writeShippedLines(db: Db, { orderId, lines }: { orderId: number; lines: readonly ShippedLine[] }): Promise<void> {
  await db.execute(sql`
    with left_now as (
      update order_lines l set shipped_milli = n."shippedMilli", reserved_milli = n."reservedMilli"
      from json_to_recordset(${JSON.stringify(lines)}::json) as n(position int, "shippedMilli" bigint, "reservedMilli" bigint, "releasedMilli" bigint)
      where l.order_id = ${orderId} and l.position = n.position
      returning l.product_id, l.warehouse_id, n."releasedMilli" as released), given as (
      select product_id, warehouse_id, sum(released)::bigint as quantity from left_now where released > 0 group by 1, 2), returned as (
      update stocks s set reserved_milli = s.reserved_milli - given.quantity, updated_at = now() from given
      where s.product_id = given.product_id and s.warehouse_id = given.warehouse_id returning s.product_id)
    insert into catalogue_changes (kind, product_id) select distinct 'stock', product_id from returned`)
}

/** Whether it is known of any line that it has left, in whole or in part. */
export async function hasShippedLines(db: Db, { orderId }: { orderId: number }): Promise<boolean> {
  const { rows } = await db.execute(sql`select from order_lines where order_id = ${orderId} and shipped_milli > 0 limit 1`)
  return rows.length > 0
}
