import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { type Random, randomFor } from './random.ts'

type Priced = {
  productId: number
  parentCode: string
  priceTypeId: number
  priceKopecks: number
  saleKopecks: number | null
}
type PricePoint = { product: number; type: number; kopecks: number; since: Date }

const seed = 20_262
const dayMs = 86_400_000
const batchSize = 20_000

/**
 * Adds price changes of the last months before today's prices: mostly increases, on the same days for all price types
 * and variants of a good. A sale started this week.
 */
export async function insertPriceHistory(db: Db, now: Date): Promise<void> {
  const { rows } = await db.execute<Priced>(sql`
    select x.product_id as "productId", coalesce(parent.code1c, p.code1c) as "parentCode", x.price_type_id
      as "priceTypeId",
      x.price_kopecks::float8 as "priceKopecks", x.sale_kopecks::float8 as "saleKopecks"
    from prices x join products p on p.id = x.product_id left join products parent on parent.id = p.parent_id
    order by 1, 3`)
  const points = rows.flatMap((price) => priceHistoryOf(price, now, randomFor(seed, price.parentCode)))
  await db.execute(sql`delete from price_history`)
  for (let from = 0; from < points.length; from += batchSize) {
    await db.execute(sql`
      insert into price_history (product_id, price_type_id, price_kopecks, since)
      select product, type, kopecks, since
      from json_to_recordset(${JSON.stringify(points.slice(from, from + batchSize))}::json) r(product int, type int,
        kopecks bigint, since timestamptz)`)
  }
}

function priceHistoryOf(
  { productId, priceTypeId, priceKopecks, saleKopecks }: Priced,
  now: Date,
  random: Random,
): PricePoint[] {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs)
  const changes: PricePoint[] =
    saleKopecks === null
      ? []
      : [{ product: productId, type: priceTypeId, kopecks: saleKopecks, since: at(random.integer(2, 6)) }]
  let daysAgo = random.integer(8, 45)
  let kopecks = priceKopecks
  for (let left = random.integer(1, 3); left >= 0; left -= 1) {
    changes.push({ product: productId, type: priceTypeId, kopecks, since: at(daysAgo) })
    daysAgo += random.integer(18, 60)
    kopecks = previousPrice(kopecks, random)
  }
  return changes
}

function previousPrice(kopecks: number, random: Random): number {
  const percent = random.chance(0.15) ? 102 + random.integer(0, 4) : 91 + random.integer(0, 7)
  const exact = Math.max(1, Math.round((kopecks * percent) / 100))
  return exact < 10_000 ? exact : Math.round(exact / 100) * 100
}
