import { sql, type SQL } from 'drizzle-orm'
import type { PriceSource } from '#shared/rules/prices/price-source.ts'
import type { Decimals } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'
import { mainPicture } from '#server/catalogue/prices/shared-queries.ts'
import { rateObject, type Rate } from '#server/catalogue/prices/shared-queries-rates.ts'
import { isoText, orderColumns, orderSources, type OrderRow } from '../queries-read.ts'

export type OrderLineRow = {
  position: number
  productId: number
  parentId: number | null
  header: string
  articul: string
  unit: string
  quantityMilli: number
  stepMilli: number
  decimals: Decimals
  priceKopecks: number
  sumKopecks: number
  vatPercent: number | null
  warehouseId: number
  warehouse: string
  note: string
  priceSource: PriceSource | null
  shippedMilli: number
  changedFromMilli: number | null
  cancelled: boolean
  picture: { id: number; type: string } | null
  /** Stock available for this line: on hand − safety − reservations of other lines. */
  coverMilli: number
}

export type OrderEventRow = { at: string; state: number; author: string; comment: string }

export type OrderFacts = OrderRow & {
  methodId: number
  deliveryKopecks: number
  address: string | null
  consignee: string | null
  /** The rates of the day that made its prices. */
  rates: Rate[]
  products: OrderLineRow[]
  history: OrderEventRow[]
}

/** An order within the scope, with lines and history, in one statement. */
export async function findOrderFacts(
  db: Db,
  { orderId, scope }: { orderId: number; scope: SQL },
): Promise<OrderFacts | undefined> {
  const { rows } = await db.execute<OrderFacts>(sql`
    select ${orderColumns}, o.delivery_method_id as "methodId", o.delivery_kopecks as "deliveryKopecks",
      coalesce((select concat_ws(', ', nullif(postindex, ''), full_address) from addresses where id = o.address_id),
        (select concat_ws(', ', city, address) from delivery_terminals where id = o.terminal_id)) as address,
      (select concat_ws(' ', surname, name, nullif(patronymic, '')) from consignees where id = o.consignee_id)
        as consignee,
      (select coalesce(jsonb_agg(${rateObject} order by rate.currency), '[]') from order_rates rate
        where rate.order_id = o.id) as rates,
      (select coalesce(jsonb_agg(to_jsonb(line) order by line.position), '[]') from (${linesOf}) line) as products,
      (select coalesce(jsonb_agg(jsonb_build_object('at', ${isoText(sql`event.at`)}, 'state', event.state, 'author',
        event.author,
        'comment', event.comment) order by event.id), '[]') from order_events event where event.order_id = o.id)
          as history
    from ${orderSources} where o.id = ${orderId} and ${scope}`)
  return rows[0]
}

const linesOf = sql`
  select l.position, l.product_id as "productId", p.parent_id as "parentId", l.name as header, l.articul, l.unit,
    l.quantity_milli as "quantityMilli", p.step_milli as "stepMilli", p.decimals, l.price_kopecks as "priceKopecks",
    l.sum_kopecks as "sumKopecks", l.vat_percent as "vatPercent", l.warehouse_id as "warehouseId",
    coalesce(nullif(w.short_name, ''), w.name) as warehouse, l.note, l.price_source as "priceSource",
    l.shipped_milli as "shippedMilli", l.cancelled, l.changed_from_milli as "changedFromMilli",
      ${mainPicture} as picture,
    greatest(coalesce(s.on_hand_milli - s.safety_milli - s.reserved_milli + l.reserved_milli, 0), 0) as "coverMilli"
  from order_lines l
  join products p on p.id = l.product_id
  join warehouses w on w.id = l.warehouse_id
  left join stocks s on s.product_id = l.product_id and s.warehouse_id = l.warehouse_id
  where l.order_id = o.id`
