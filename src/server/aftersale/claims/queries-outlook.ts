import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import {
  accepted,
  awaitingPayment,
  inProcurement,
  newOrder,
  picking,
  readyForPickup,
} from '#shared/rules/order-states.ts'
import type { DocumentKind } from '#shared/rules/documents/shipping-documents.ts'
import type { StockDisplay } from '#server/customers/organisations/stock-display.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Options for settling a claim: stock, the contract's next order, and the documents of the claimed order. */

export type NextOrder = { id: number; number: string; deliveryDate: Day | null }
export type Outlook = {
  display: StockDisplay
  order: NextOrder | null
  /** By line: the contract's first warehouse that covers the claimed quantity, else the first with any stock. */
  stock: { position: number; warehouse: string; availableMilli: number }[]
}

const openStates: readonly number[] = [newOrder, accepted, awaitingPayment, inProcurement, picking, readyForPickup]

export async function findOutlook(
  db: Db,
  { claimId, contractId }: { claimId: number; contractId: number },
): Promise<Outlook> {
  const { rows } = await db.execute<Outlook>(sql`
    select jsonb_build_object('mode', k.stock_display, 'capMilli', k.stock_cap_milli) as display,
      (select jsonb_build_object('id', o.id, 'number', o.number, 'deliveryDate', o.delivery_date) from orders o
        where o.contract_id = k.id and o.state = any(${sql.param([...openStates])}::int[])
          and (o.delivery_date is null or o.delivery_date >= (now() at time zone 'Europe/Moscow')::date)
        order by o.delivery_date nulls last, o.id limit 1) as "order",
      coalesce((select jsonb_agg(jsonb_build_object('position', l.position, 'warehouse', best.warehouse,
          'availableMilli', best.available)) from claim_lines l
        cross join lateral (
          select coalesce(nullif(w.short_name, ''), w.name) as warehouse,
            s.on_hand_milli - s.reserved_milli - s.safety_milli as available
          from contract_warehouses cw join warehouses w on w.id = cw.warehouse_id
          join stocks s on s.warehouse_id = cw.warehouse_id and s.product_id = l.product_id
          where cw.contract_id = k.id and s.on_hand_milli - s.reserved_milli - s.safety_milli > 0
          order by s.on_hand_milli - s.reserved_milli - s.safety_milli >= l.quantity_milli desc, cw.position
          limit 1) best
        where l.claim_id = ${claimId}), '[]') as stock
    from contracts k where k.id = ${contractId}`)
  return rows[0] ?? { display: { mode: 'exact', capMilli: 0 }, order: null, stock: [] }
}

export type OrderPaper = { kind: DocumentKind; paper: string; number: string; day: Day }

/** Shipping documents of an order. */
export async function listOrderPapers(db: Db, { orderId }: { orderId: number }): Promise<OrderPaper[]> {
  const { rows } = await db.execute<OrderPaper>(sql`
    select kind, paper, number, day::text as day from shipping_documents
    where order_id = ${orderId} and active and kind in ('upd', 'waybill') order by day, id`)
  return rows
}
