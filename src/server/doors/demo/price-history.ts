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
type Past = { product: number; type: number; kopecks: number; since: Date }

const seed = 20_262
const dayMs = 86_400_000
const atOnce = 20_000

/**
 * Gives the prices of today a past of some months, instead of the moment when the demo was loaded: a rise every few
 * weeks, rarely a fall, at all price types of a good and all its variants on the same days. A sale began this week.
 */
export async function insertPastPrices(db: Db, now: Date): Promise<void> {
  const { rows } = await db.execute<Priced>(sql`
    select x.product_id as "productId", coalesce(parent.code1c, p.code1c) as "parentCode", x.price_type_id
      as "priceTypeId",
      x.price_kopecks::float8 as "priceKopecks", x.sale_kopecks::float8 as "saleKopecks"
    from prices x join products p on p.id = x.product_id left join products parent on parent.id = p.parent_id order by 1, 3`)
  const past = rows.flatMap((price) => pastOf(price, now, randomFor(seed, price.parentCode)))
  await db.execute(sql`delete from price_history`)
  for (let from = 0; from < past.length; from += atOnce) {
    await db.execute(sql`
      insert into price_history (product_id, price_type_id, price_kopecks, since)
      select product, type, kopecks, since from json_to_recordset(${JSON.stringify(past.slice(from, from + atOnce))}::json) r(product int, type int, kopecks bigint, since timestamptz)`)
  }
}

function pastOf({ productId, priceTypeId, priceKopecks, saleKopecks }: Priced, now: Date, random: Random): Past[] {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs)
  const changes: Past[] =
    saleKopecks === null
      ? []
      : [{ product: productId, type: priceTypeId, kopecks: saleKopecks, since: at(random.integer(2, 6)) }]
  let daysAgo = random.integer(8, 45)
  let kopecks = priceKopecks
  for (let left = random.integer(1, 3); left >= 0; left -= 1) {
    changes.push({ product: productId, type: priceTypeId, kopecks, since: at(daysAgo) })
    daysAgo += random.integer(18, 60)
    kopecks = earlier(kopecks, random)
  }
  return changes
}

function earlier(kopecks: number, random: Random): number {
  const percent = random.chance(0.15) ? 102 + random.integer(0, 4) : 91 + random.integer(0, 7)
  const exact = Math.max(1, Math.round((kopecks * percent) / 100))
  return exact < 10_000 ? exact : Math.round(exact / 100) * 100
}
