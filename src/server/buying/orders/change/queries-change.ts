import { sql } from 'drizzle-orm'
import type { DeliveryTerms } from '#shared/rules/delivery/delivery-price.ts'
import type { Db } from '#server/platform/db/client.ts'

export type ChangeTerms = {
  payment: 'prepaid' | 'deferred'
  creditLimitKopecks: number | null
  debtKopecks: number
  advanceKopecks: number
  minOrderKopecks: number | null
  freeDeliveryKopecks: number | null
  method: { priceKopecks: number } | null
  /** The order's own zone with its current price, even if switched off. */
  zone: DeliveryTerms | null
}

/** Terms of an order's contract, share-locked as when placing, and the current price of its delivery method. */
export async function lockChangeTerms(
  db: Db,
  {
    contractId,
    deliveryMethodId,
    deliveryZoneId,
  }: { contractId: number; deliveryMethodId: number; deliveryZoneId: number | null },
): Promise<ChangeTerms> {
  const { rows } = await db.execute<ChangeTerms>(sql`
    select c.payment, c.credit_limit_kopecks as "creditLimitKopecks", c.debt_kopecks as "debtKopecks",
      c.advance_kopecks as "advanceKopecks",
      c.least_order_kopecks as "minOrderKopecks", c.free_delivery_kopecks as "freeDeliveryKopecks",
      (select jsonb_build_object('priceKopecks', price_kopecks) from delivery_methods where id = ${deliveryMethodId})
        as method,
      (select jsonb_build_object('priceKopecks', price_kopecks, 'freeFromKopecks', free_from_kopecks)
        from delivery_zones where id = ${deliveryZoneId}) as zone
    from contracts c where c.id = ${contractId} for share of c`)
  const [terms] = rows
  if (!terms) throw new Error('an order without its contract')
  return terms
}
