import { sql, type SQL } from 'drizzle-orm'
import type { PriceSource } from '#shared/rules/prices/price-source.ts'
import { baseTypeId } from './shared-queries-rates.ts'

/** Over `condition` = price_conditions: the category, brand or good that it is about; null: all goods. */
export const conditionOf: SQL<string | null> = sql`coalesce(
  (select name from categories where id = condition.category_id),
  (select name from brands where id = condition.brand_id),
  (select coalesce(nullif(good.name, ''), parent.name) from products good
    left join products parent on parent.id = good.parent_id where good.id = condition.product_id))`

/** What made the price of `p` other than its price type; null: the price type. Over `price` = its row of prices. */
export const priceSourceOf = (priceTypeId: number): SQL<PriceSource | null> => sql`case
  when price.sale_kopecks is not null then (
    select jsonb_build_object('kind', 'sale', 'title', o.title)
    from special_offer_goods offered join special_offers o on o.id = offered.offer_id and o.active
    where offered.product_id = p.id and offered.price_type_id = ${baseTypeId(priceTypeId)}
      and offered.price_kopecks = price.sale_kopecks
    order by o.ends_on desc, o.id limit 1)
  when price.condition_id is not null then (
    select case when condition.discount is null
      then jsonb_build_object('kind', 'fixed', 'ofType', condition.price_type_id is not null)
      else jsonb_build_object('kind', 'discount', 'percent', condition.discount / 100.0,
        'of', coalesce(${conditionOf}, 'Все товары')) end
    from price_conditions condition where condition.id = price.condition_id)
  end`

/**
 * The list price of `p`, which per cents of breaks are of, since discounts never add up: of a derived price type that
 * of its base. Over `price` = its row of prices.
 */
export const listKopecksOf = (priceTypeId: number): SQL<number | null> => sql`case
  when price.condition_id is null then price.price_kopecks
  else (select listed.price_kopecks from prices listed
    where listed.product_id = p.id and listed.price_type_id = ${baseTypeId(priceTypeId)}) end`
