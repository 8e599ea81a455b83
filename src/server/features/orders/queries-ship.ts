import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { ShippedLine } from './ship-lines.ts'

/** Writes what has left of a locked order's lines. */
export async function writeShippedLines(db: Db, { orderId, lines }: { orderId: number; lines: readonly ShippedLine[] }): Promise<void> {
  await db.execute(sql`
    update order_lines l set shipped_milli = n."shippedMilli"
    from json_to_recordset(${JSON.stringify(lines)}::json) as n(position int, "shippedMilli" bigint)
    where l.order_id = ${orderId} and l.position = n.position`)
}

/** Whether it is known of any line that it has left, in whole or in part. */
export async function hasShippedLines(db: Db, { orderId }: { orderId: number }): Promise<boolean> {
  const { rows } = await db.execute(sql`select from order_lines where order_id = ${orderId} and shipped_milli > 0 limit 1`)
  return rows.length > 0
}
