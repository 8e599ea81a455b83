import { sql } from 'drizzle-orm'
import type { Decimals } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'

/** A line of an order; thousandths and kopecks. */
export type OrderLine = {
  position: number
  productId: number
  code1c: string
  warehouseId: number
  name: string
  articul: string
  unit: string
  quantityMilli: number
  stepMilli: number
  decimals: Decimals
  priceKopecks: number
  sumKopecks: number
  shippedMilli: number
  cancelled: boolean
  reservedMilli: number
}

type Changeable = Pick<OrderLine, 'quantityMilli' | 'priceKopecks' | 'sumKopecks' | 'shippedMilli' | 'cancelled'>

/** Changes of a line; absent fields keep their values. */
export type LineChange = Pick<OrderLine, 'position'> & Partial<Changeable>

export type AddedLine = Pick<OrderLine, 'position' | 'productId' | 'warehouseId' | 'name' | 'articul' | 'unit'> &
  Changeable & { vatPercent: number | null }

/**
 * Lines of a locked order. Reservations are stable only after the stock rows are locked too, because an import ends
 * reservations under that lock alone.
 */
export async function listOrderLines(db: Db, { orderId }: { orderId: number }): Promise<OrderLine[]> {
  const { rows } = await db.execute<OrderLine>(sql`
    select l.position, l.product_id as "productId", p.code1c, l.warehouse_id as "warehouseId", l.name, l.articul,
      l.unit,
      l.quantity_milli as "quantityMilli", p.step_milli as "stepMilli", p.decimals, l.price_kopecks as "priceKopecks",
      l.sum_kopecks as "sumKopecks", l.shipped_milli as "shippedMilli", l.cancelled, l.reserved_milli as "reservedMilli"
    from order_lines l join products p on p.id = l.product_id where l.order_id = ${orderId} order by l.position`)
  return rows
}

/** `byExchange`: 1C changes them, so that the buyer sees what the quantities were. */
export async function updateLines(
  db: Db,
  {
    orderId,
    lines,
    byExchange,
  }: { orderId: number; lines: readonly (Changeable & { position: number })[]; byExchange: boolean },
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ position, quantityMilli, priceKopecks, sumKopecks, shippedMilli, cancelled }) => ({
    position,
    quantityMilli,
    priceKopecks,
    sumKopecks,
    shippedMilli,
    cancelled,
  }))
  await db.execute(sql`
    update order_lines l set quantity_milli = n."quantityMilli", price_kopecks = n."priceKopecks",
      price_source = case when l.price_kopecks = n."priceKopecks" then l.price_source end,
      sum_kopecks = n."sumKopecks", shipped_milli = n."shippedMilli", cancelled = n.cancelled,
      changed_from_milli = case
        when ${valid('l.quantity_milli', 'l.cancelled')} = ${valid('n."quantityMilli"', 'n.cancelled')}
          then l.changed_from_milli
        when ${byExchange} then nullif(coalesce(l.changed_from_milli, ${valid('l.quantity_milli', 'l.cancelled')}),
          ${valid('n."quantityMilli"', 'n.cancelled')})
      end
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(position int, "quantityMilli" bigint,
      "priceKopecks" bigint,
      "sumKopecks" bigint, "shippedMilli" bigint, cancelled boolean)
    where l.order_id = ${orderId} and l.position = n.position`)
}

/** Quantity of a line that counts: none of a cancelled one. */
function valid(quantity: string, isCancelled: string) {
  return sql.raw(`case when ${isCancelled} then 0 else ${quantity} end`)
}

/** Inserts lines without reservations. */
export async function insertLines(
  db: Db,
  { orderId, lines, byExchange }: { orderId: number; lines: readonly AddedLine[]; byExchange: boolean },
): Promise<void> {
  if (lines.length === 0) return
  await db.execute(sql`
    insert into order_lines (order_id, position, product_id, warehouse_id, name, articul, unit, quantity_milli,
      price_kopecks,
      sum_kopecks, vat_percent, shipped_milli, changed_from_milli)
    select ${orderId}, n.position, n."productId", n."warehouseId", n.name, n.articul, n.unit, n."quantityMilli",
      n."priceKopecks",
      n."sumKopecks", n."vatPercent", n."shippedMilli", ${byExchange ? 0 : null}::bigint
    from json_to_recordset(${JSON.stringify(lines)}::json) as n(position int, "productId" int, "warehouseId" int,
      name text,
      articul text, unit text, "quantityMilli" bigint, "priceKopecks" bigint, "sumKopecks" bigint, "vatPercent" int,
      "shippedMilli" bigint)`)
}

export type PricedLine = {
  orderId: number
  contractId: number
  productId: number
  quantityMilli: number
  priceKopecks: number
  cancelled: boolean
  deliveryKopecks: number
}

/** Lines of several orders, for their sums. */
export async function listPricedLines(db: Db, { orderIds }: { orderIds: readonly number[] }): Promise<PricedLine[]> {
  const { rows } = await db.execute<PricedLine>(sql`
    select l.order_id as "orderId", o.contract_id as "contractId", l.product_id as "productId",
      l.quantity_milli as "quantityMilli", l.price_kopecks as "priceKopecks", l.cancelled,
      o.delivery_kopecks as "deliveryKopecks"
    from order_lines l join orders o on o.id = l.order_id
    where l.order_id = any(${sql.param([...orderIds])}::int[])`)
  return rows
}
