import { sql, type SQL } from 'drizzle-orm'
import { discounted } from '#server/catalogue/prices/shared-queries-derived.ts'
import { goodsArticul, goodsHeader, isSold, payableKopecks } from '#server/catalogue/prices/shared-queries.ts'
import { payingTypeId } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ConditionValues, OwnerFacts } from './queries.ts'

type Example = {
  id: number
  articul: string
  header: string
  beforeKopecks: number
  afterKopecks: number
  /** Below the purchase price. */
  lossKopecks: number | null
}

export type Preview = { goods: number; cheaper: number; losses: number; examples: Example[] }

const maxExamples = 5

/**
 * What a condition would make of today's prices. `purchaseType`: the Ид of the price type of purchase prices, '' =
 * none.
 */
export async function previewCondition(
  db: Db,
  {
    owner: { contractId, basePriceTypeId },
    values,
    purchaseType,
  }: {
    owner: OwnerFacts
    values: Omit<ConditionValues, 'startsOn' | 'endsOn'>
    purchaseType: string
  },
): Promise<Preview> {
  const { discount, priceKopecks } = values
  const after =
    discount === null ? sql`${priceKopecks}::bigint` : discounted(sql`base.price_kopecks`, sql`${discount}::int`)
  const paid =
    contractId === null
      ? sql`coalesce((select id from price_types where base_id = ${basePriceTypeId} and derived_for is null),
          ${basePriceTypeId}::int)`
      : sql`(select ${payingTypeId(sql`c`)} from contracts c where c.id = ${contractId})`
  const { rows } = await db.execute<Preview>(sql`
    with recursive paid as materialized (select ${paid} as type_id),
    covered as materialized (${coveredBy(values)}),
    priced as materialized (
      select p.id, ${payableKopecks} as before, ${after} as after, bought.price_kopecks as bought
      from covered join products p on p.id = covered.id left join products parent on parent.id = p.parent_id
        join prices base on base.product_id = p.id and base.price_type_id = ${basePriceTypeId}
        join prices price on price.product_id = p.id and price.price_type_id = (select type_id from paid)
        left join prices bought on bought.product_id = p.id
          and bought.price_type_id = (select id from price_types where code1c = ${purchaseType})
      where ${isSold}),
    shown as (
      select p.id, ${goodsArticul} as articul, ${goodsHeader} as header, priced.before as "beforeKopecks",
        priced.after as "afterKopecks", nullif(greatest(priced.bought - priced.after, 0), 0) as "lossKopecks",
        row_number() over (order by greatest(priced.bought - priced.after, 0) desc nulls last,
          priced.before - priced.after desc, p.id) as rank
      from priced join products p on p.id = priced.id left join products parent on parent.id = p.parent_id
      where priced.after < priced.before
      order by rank limit ${maxExamples})
    select (select count(*)::int from priced) as goods,
      (select count(*)::int from priced where after < before) as cheaper,
      (select count(*)::int from priced where after < before and after < bought) as losses,
      (select coalesce(jsonb_agg(to_jsonb(shown) - 'rank' order by rank), '[]') from shown) as examples`)
  return rows[0] ?? { goods: 0, cheaper: 0, losses: 0, examples: [] }
}

/** The ids of products and variants that a condition is about. */
function coveredBy({ categoryId, brandId, productId }: Omit<ConditionValues, 'startsOn' | 'endsOn'>): SQL {
  if (productId !== null) return sql`select id from products where id = ${productId} or parent_id = ${productId}`
  if (brandId !== null)
    return sql`select p.id from products p left join products parent on parent.id = p.parent_id
      where coalesce(parent.brand_id, p.brand_id) = ${brandId}`
  if (categoryId === null) return sql`select id from products`
  return sql`
    with recursive below as (
      select ${categoryId}::int as id
      union select child.id from below join categories child on child.parent_id = below.id),
    assigned as (select product_id from product_categories m join below on below.id = m.category_id)
    select product_id as id from assigned
    union select v.id from assigned join products v on v.parent_id = assigned.product_id`
}
