import { sql } from 'drizzle-orm'
import { stockChanged } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Fills the demo warehouse with the total stock of all others and recounts its reservations. Returns the number of
 * changed goods.
 */
export async function refillVisitorWarehouse(tx: Db, { warehouseId }: { warehouseId: number }): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with reserved as (
      select product_id, sum(reserved_milli) as milli from order_lines
      where warehouse_id = ${warehouseId} and reserved_milli > 0 group by 1
    ), totals as (
      select product_id, sum(greatest(on_hand_milli, 0)) as milli from stocks
      where warehouse_id <> ${warehouseId} group by 1 having sum(greatest(on_hand_milli, 0)) > 0
    ), filled as (
      insert into stocks (product_id, warehouse_id, on_hand_milli, reserved_milli)
      select t.product_id, ${warehouseId}, t.milli, coalesce(r.milli, 0)
      from totals t left join reserved r on r.product_id = t.product_id order by t.product_id
      on conflict (product_id, warehouse_id) do update
        set on_hand_milli = excluded.on_hand_milli, reserved_milli = excluded.reserved_milli, updated_at = now()
        where (stocks.on_hand_milli, stocks.reserved_milli) <> (excluded.on_hand_milli, excluded.reserved_milli)
      returning product_id)
    ${stockChanged(sql`filled`)}`)
  return rowCount ?? 0
}
