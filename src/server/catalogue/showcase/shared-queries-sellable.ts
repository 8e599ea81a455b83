import { sql, type SQL } from 'drizzle-orm'
import { foldArticle, lettersIn } from '#server/catalogue/prices/shared-queries-codes.ts'
import type { Db } from '#server/platform/db/client.ts'
import { escapeLike } from '#server/platform/db/like.ts'

export type Sellable = {
  id: number
  articul: string
  header: string
  unit: string
  prices: { type: number; kopecks: number }[]
}
/** `hasVariants`: only its variants can be bought. */
export type KnownGood = Sellable & { hasVariants: boolean }

type PricedGood = Pick<KnownGood, 'id' | 'articul' | 'header'>

const maxFound = 20

/**
 * Goods on sale whose article contains the query (separators ignored) or whose name contains each word; variants also
 * by the name of their product. Exact articles first, then articles beginning with the query.
 */
export async function findSellableGoods(db: Db, { query }: { query: string }): Promise<Sellable[]> {
  const found = foundBy(query, sql`not ${hasVariants}`)
  if (found === undefined) return []
  const { rows } = await db.execute<Sellable>(sql`
    with found as (${found})
    select ${facts} from found join products p using (id) order by found.rank, p.name, p.id`)
  return rows
}

/** Goods that a price may be set for, as targets: also products with variants, before the others. */
export async function findPricedGoods(db: Db, { query }: { query: string }): Promise<PricedGood[]> {
  const found = foundBy(query, sql`true`)
  if (found === undefined) return []
  const { rows } = await db.execute<PricedGood>(sql`
    with found as (${found})
    select p.id, p.articul, case when ${hasVariants} then p.name || ' – все варианты' else p.name end as header
    from found join products p using (id) order by found.rank, ${hasVariants} desc, p.name, p.id`)
  return rows
}

/** Undefined: the query has no words. */
function foundBy(query: string, isWanted: SQL): SQL | undefined {
  const code = foldArticle(query)
  const words = plain(query).split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return undefined
  const named = sql.join(
    words.map(
      (word) =>
        sql`translate(lower(coalesce(parent.name || ' ', '') || p.name), 'ё', 'е') like ${`%${escapeLike(word)}%`}`,
    ),
    sql` and `,
  )
  const byArticle = lettersIn(sql`p.articul`)
  return sql`
      select p.id, case when ${byArticle} = ${code} then 0 when ${byArticle} like ${`${escapeLike(code)}%`} then 1
        else 2 end as rank
      from products p left join products parent on parent.id = p.parent_id
      where p.active and (parent.id is null or parent.active)
        and ${isWanted}
        and ((${code} <> '' and ${byArticle} like ${`%${escapeLike(code)}%`}) or (${named}))
      order by rank, ${hasVariants} desc, p.name, p.id limit ${maxFound}`
}

/** Those of the ids that exist, on sale or not. */
export async function readGoods(db: Db, { ids }: { ids: readonly number[] }): Promise<Map<number, KnownGood>> {
  const { rows } = await db.execute<KnownGood>(sql`
    select ${facts}, ${hasVariants} as "hasVariants"
    from products p where p.id = any(${sql.param([...ids])}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Over `p` = products. */
const hasVariants = sql<boolean>`exists (
  select from products variant where variant.parent_id = p.id and variant.active)`

/** Over `p` = products: the data of a good that an offer shows. */
const facts = sql`
  p.id, p.articul, p.name as header, p.unit,
  coalesce((select jsonb_agg(jsonb_build_object('type', price.price_type_id, 'kopecks', price.price_kopecks)
    order by price.price_type_id)
    from prices price join price_types type on type.id = price.price_type_id and type.base_id is null
    where price.product_id = p.id), '[]') as prices`

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
