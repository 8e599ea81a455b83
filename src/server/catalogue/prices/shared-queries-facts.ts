import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PriceFacts } from './decide-price.ts'
import { rateObject } from './shared-queries-rates.ts'
import { conditionOf } from './shared-queries-source.ts'
import { goodsArticul, goodsHeader } from './shared-queries.ts'

export type ExplainedGood = PriceFacts & {
  good: { id: number; articul: string; header: string; unit: string }
  contract: { id: number; number: string; contragent: string }
  rrcKopecks: number | null
  purchaseKopecks: number | null
}

/** Sales and conditions that ended longer ago explain nothing any more. */
const keptDays = 30

/** The condition covers product `p`; `parent` is the product of a variant. */
const coversGood = sql`case when condition.product_id is not null then condition.product_id in (p.id, p.parent_id)
  when condition.brand_id is not null then condition.brand_id = coalesce(parent.brand_id, p.brand_id)
  when condition.category_id is not null then condition.category_id in (
    with recursive above (id) as (
      select category_id from product_categories where product_id in (p.id, p.parent_id)
      union select c.parent_id from above join categories c on c.id = above.id where c.parent_id is not null)
    select id from above)
  else true end`

/**
 * Everything that makes the price of a good under a contract; undefined if either is missing. `purchaseType`: the Ид of
 * the price type of purchase prices, '' = none.
 */
export async function findPriceFacts(
  db: Db,
  {
    productId,
    contractId,
    purchaseType,
    today,
  }: {
    productId: number
    contractId: number
    purchaseType: string
    today: Day
  },
): Promise<ExplainedGood | undefined> {
  const { rows } = await db.execute<ExplainedGood>(sql`
    select jsonb_build_object('id', p.id, 'articul', ${goodsArticul}, 'header', ${goodsHeader}, 'unit', p.unit) as good,
      jsonb_build_object('id', c.id, 'number', c.number, 'contragent', g.company) as contract,
      jsonb_build_object('name', t.name, 'currency', t.currency, 'pricesAt', t.prices_at) as "priceType",
      p.active and coalesce(parent.active, true) and not exists (
        select from products variant where variant.parent_id = p.id and variant.active) as active,
      price.price_kopecks as "listKopecks",
      (select jsonb_build_object('currency', f.currency, 'hundredths', f.hundredths::text, 'rate', (
          select ${rateObject} from currency_rates rate where rate.currency = f.currency and rate.applied))
        from foreign_prices f where f.product_id = p.id and f.price_type_id = t.id) as foreign,
      (select coalesce(jsonb_agg(jsonb_build_object('id', condition.id, 'own', condition.contract_id is not null,
          'discount', condition.discount, 'priceKopecks', condition.price_kopecks, 'of', ${conditionOf},
          'startsOn', condition.starts_on, 'endsOn', condition.ends_on) order by condition.id), '[]')
        from price_conditions condition
        where (condition.contract_id = c.id or condition.price_type_id = t.id) and ${coversGood}
          and coalesce(condition.ends_on, 'infinity') >= ${today}::date - ${keptDays}::int) as conditions,
      (select coalesce(jsonb_agg(jsonb_build_object('title', o.title, 'startsOn', o.starts_on, 'endsOn', o.ends_on,
          'active', o.active, 'kopecks', offered.price_kopecks) order by offered.price_kopecks, o.id), '[]')
        from special_offer_goods offered join special_offers o on o.id = offered.offer_id
        where offered.product_id = p.id and offered.price_type_id = t.id
          and o.ends_on >= ${today}::date - ${keptDays}::int) as sales,
      (select price_kopecks from prices rrc where rrc.product_id = p.id and rrc.price_type_id = coalesce(c.rrc_type_id,
        (select min(id) from price_types where is_rrc))) as "rrcKopecks",
      (select x.price_kopecks from prices x join price_types bought on bought.id = x.price_type_id
        where x.product_id = p.id and bought.code1c = ${purchaseType}) as "purchaseKopecks"
    from contracts c
      join contragents g on g.id = c.contragent_id
      join price_types t on t.id = c.price_type_id
      cross join products p
      left join products parent on parent.id = p.parent_id
      left join prices price on price.product_id = p.id and price.price_type_id = t.id
    where c.id = ${contractId} and p.id = ${productId}`)
  return rows[0]
}
