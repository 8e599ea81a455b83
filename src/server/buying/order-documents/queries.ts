import { sql } from 'drizzle-orm'
import {
  buyerParty,
  sellerParty,
  type Party,
  type Seller,
} from '#server/customers/organisations/shared-queries-parties.ts'
import { type OrderScope } from '#server/buying/orders/order-scope.ts'
import type { Db } from '#server/platform/db/client.ts'

export type DocumentLine = {
  productId: number
  articul: string
  name: string
  unit: string
  warehouse: string
  quantityMilli: number
  shippedMilli: number
  priceKopecks: number
  sumKopecks: number
  vatPercent: number | null
}

export type PrintableOrder = {
  number: string
  /** Moscow day of the order. */
  day: string
  state: number
  clientNumber: string
  comment: string
  delivery: string
  deliveryKopecks: number
  deliveryDay: string | null
  address: string | null
  payUntil: string | null
  sumKopecks: number
  contract: { id: number; number: string; signedOn: string }
  buyer: Party
  /** Null if no seller has been entered. */
  seller: Seller | null
  /** Without cancelled lines. */
  lines: DocumentLine[]
}

/** Data for an order's documents in one statement; undefined if the order is outside the scope. */
export async function findPrintableOrder(
  db: Db,
  { orderId, scope }: { orderId: number; scope: OrderScope },
): Promise<PrintableOrder | undefined> {
  const { rows } = await db.execute<PrintableOrder>(sql`
    select o.number, to_char(o.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day, o.state, o.client_number
      as "clientNumber",
      o.comment, concat_ws(', ', m.name, dc.name, z.name) as delivery, o.delivery_kopecks as "deliveryKopecks",
        o.delivery_date::text as "deliveryDay",
      coalesce((select concat_ws(', ', nullif(postindex, ''), full_address) from addresses where id = o.address_id),
        (select concat_ws(', ', city, address) from delivery_terminals where id = o.terminal_id)) as address,
      o.pay_until::text as "payUntil", o.sum_kopecks as "sumKopecks",
      jsonb_build_object('id', c.id, 'number', c.number, 'signedOn', c.signed_on::text) as contract,
      ${buyerParty(sql`g`)} as buyer, ${sellerParty(sql`s`)} as seller,
      (select coalesce(jsonb_agg(jsonb_build_object('productId', l.product_id, 'articul', l.articul, 'name', l.name,
        'unit', l.unit,
          'warehouse', coalesce(nullif(w.short_name, ''), w.name), 'quantityMilli', l.quantity_milli, 'shippedMilli',
            l.shipped_milli,
          'priceKopecks', l.price_kopecks, 'sumKopecks', l.sum_kopecks, 'vatPercent', l.vat_percent)
            order by l.position), '[]')
        from order_lines l join warehouses w on w.id = l.warehouse_id
        where l.order_id = o.id and not l.cancelled and l.quantity_milli > 0) as lines
    from orders o
      join contracts c on c.id = o.contract_id
      join contragents g on g.id = c.contragent_id
      join delivery_methods m on m.id = o.delivery_method_id
      left join delivery_companies dc on dc.id = o.delivery_company_id
      left join delivery_zones z on z.id = o.delivery_zone_id
      left join sellers s on s.id = coalesce(o.seller_id, c.seller_id, (select id from sellers where is_default))
    where o.id = ${orderId} and ${scope}`)
  return rows[0]
}
