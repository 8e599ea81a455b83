import { sql } from 'drizzle-orm'
import type { DeliveryTerms } from '#shared/rules/delivery-price.ts'
import type { Db } from '#server/db/client.ts'
import type { ChangeableLine, LoweredLine } from './lower-lines.ts'

/** Lines of a locked order; what they hold of the stock is certain once the stock rows are locked too. */
export async function listChangeableLines(db: Db, { orderId }: { orderId: number }): Promise<ChangeableLine[]> {
  const { rows } = await db.execute<ChangeableLine>(sql`
    select l.position, l.name, l.articul, l.unit, l.quantity_milli as "quantityMilli", p.step_milli as "stepMilli", p.decimals,
      l.price_kopecks as "priceKopecks", l.sum_kopecks as "sumKopecks", l.shipped_milli as "shippedMilli", l.cancelled,
      l.reserved_milli as "reservedMilli"
    from order_lines l join products p on p.id = l.product_id where l.order_id = ${orderId} order by l.position`)
  return rows
}

/** Writes lowered lines, whose reservations have been released. */
export async function writeLoweredLines(db: Db, { orderId, lines }: { orderId: number; lines: readonly LoweredLine[] }): Promise<void> {
  await db.execute(sql`
    update order_lines l set quantity_milli = n."quantityMilli", sum_kopecks = n."sumKopecks", cancelled = n.cancelled
    from json_to_recordset(${JSON.stringify(lines)}::json) as n(position int, "quantityMilli" bigint,
      "sumKopecks" bigint, cancelled boolean)
    where l.order_id = ${orderId} and l.position = n.position`)
}

export type ChangeTerms = {
  payment: 'prepaid' | 'deferred'
  creditLimitKopecks: number | null
  debtKopecks: number
  advanceKopecks: number
  leastOrderKopecks: number | null
  freeDeliveryKopecks: number | null
  method: { priceKopecks: number } | null
  /** The order's own, as it is now; also one that is switched off. */
  zone: DeliveryTerms | null
}

/** The contract of an order, share-locked as when ordering, and what its way of delivery costs now. */
export async function lockChangeTerms(db: Db, { contractId, deliveryMethodId, deliveryZoneId }: { contractId: number; deliveryMethodId: number; deliveryZoneId: number | null }): Promise<ChangeTerms> {
  const { rows } = await db.execute<ChangeTerms>(sql`
    select c.payment, c.credit_limit_kopecks as "creditLimitKopecks", c.debt_kopecks as "debtKopecks", c.advance_kopecks as "advanceKopecks",
      c.least_order_kopecks as "leastOrderKopecks", c.free_delivery_kopecks as "freeDeliveryKopecks",
      (select jsonb_build_object('priceKopecks', price_kopecks) from delivery_methods where id = ${deliveryMethodId}) as method,
      (select jsonb_build_object('priceKopecks', price_kopecks, 'freeFromKopecks', free_from_kopecks)
        from delivery_zones where id = ${deliveryZoneId}) as zone
    from contracts c where c.id = ${contractId} for share of c`)
  const [terms] = rows
  if (!terms) throw new Error('an order without its contract')
  return terms
}
