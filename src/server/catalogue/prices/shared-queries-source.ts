import { sql, type SQL } from 'drizzle-orm'
import type { PriceSource } from '#shared/rules/prices/price-source.ts'

/** What made the price of `p` other than its price type; null: the price type. Over `price` = its row of prices. */
export const priceSourceOf = (priceTypeId: number): SQL<PriceSource | null> => sql`case
  when price.sale_kopecks is not null then (
    select jsonb_build_object('kind', 'sale', 'title', o.title)
    from special_offer_goods offered join special_offers o on o.id = offered.offer_id and o.active
    where offered.product_id = p.id and offered.price_type_id = ${priceTypeId}
      and offered.price_kopecks = price.sale_kopecks
    order by o.ends_on desc, o.id limit 1)
  end`
