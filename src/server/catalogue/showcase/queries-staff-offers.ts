import { eq, sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { specialOfferGoods, specialOffers } from '#server/platform/db/schema/showcase.ts'

export type OfferColumns = {
  title: string
  text: string
  startsOn: Day
  endsOn: Day
  position: number
  active: boolean
}
export type OfferHead = OfferColumns & { id: number; goodsCount: number }
export type OfferPrice = { productId: number; priceTypeId: number; priceKopecks: number }
export type StoredOffer = OfferHead & { version: string; prices: OfferPrice[] }

export async function listOffers(db: Db, { today }: { today: Day }): Promise<OfferHead[]> {
  const { rows } = await db.execute<OfferHead>(sql`
    select ${columns} from special_offers o
    order by (o.ends_on >= ${today}::date and o.active) desc, o.position, o.starts_on desc, o.id`)
  return rows
}

export async function readOffer(db: Db, { id }: { id: number }): Promise<StoredOffer | undefined> {
  return firstOffer(db, sql`o.id = ${id}`)
}

/** An equal offer, so that a repeated request creates one. */
export async function findSameOffer(
  db: Db,
  offer: OfferColumns,
  prices: readonly OfferPrice[],
): Promise<StoredOffer | undefined> {
  const { title, text, startsOn, endsOn, position, active } = offer
  return firstOffer(
    db,
    sql`o.title = ${title} and o.text = ${text} and o.starts_on = ${startsOn}::date and o.ends_on = ${endsOn}::date
    and o.position = ${position} and o.active = ${active}
    and ${offerPrices} = ${JSON.stringify(sortPrices(prices))}::jsonb`,
  )
}

/** Writes an offer and replaces its prices; returns its id. The caller holds the lock of catalogue writers. */
export async function writeOffer(
  db: Db,
  id: number | undefined,
  offer: OfferColumns,
  prices: readonly OfferPrice[],
): Promise<number> {
  const offerId = await writeHead(db, id, offer)
  await db.delete(specialOfferGoods).where(eq(specialOfferGoods.offerId, offerId))
  if (prices.length > 0) await insertPrices(db, offerId, prices)
  return offerId
}

export async function removeOffer(db: Db, { id }: { id: number }): Promise<void> {
  await db.delete(specialOffers).where(eq(specialOffers.id, id))
}

export function sortPrices(prices: readonly OfferPrice[]): OfferPrice[] {
  return prices.toSorted((a, b) => a.productId - b.productId || a.priceTypeId - b.priceTypeId)
}

async function writeHead(db: Db, id: number | undefined, offer: OfferColumns): Promise<number> {
  if (id === undefined) {
    const [inserted] = await db.insert(specialOffers).values(offer).returning({ id: specialOffers.id })
    if (!inserted) throw new Error('an insert returns its row')
    return inserted.id
  }
  await db
    .update(specialOffers)
    .set({ ...offer, updatedAt: sql`clock_timestamp()` })
    .where(eq(specialOffers.id, id))
  return id
}

/** One statement for any number of prices. */
async function insertPrices(db: Db, offerId: number, prices: readonly OfferPrice[]): Promise<void> {
  await db.execute(sql`
    insert into special_offer_goods (offer_id, product_id, price_type_id, price_kopecks)
    select ${offerId}, each."productId", each."priceTypeId", each."priceKopecks"
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) each("productId" int, "priceTypeId" int,
      "priceKopecks" bigint)`)
}

async function firstOffer(db: Db, condition: ReturnType<typeof sql>): Promise<StoredOffer | undefined> {
  const { rows } = await db.execute<StoredOffer>(sql`
    select ${columns}, (extract(epoch from o.updated_at) * 1000000)::bigint::text as version, ${offerPrices} as prices
    from special_offers o where ${condition} order by o.id limit 1`)
  return rows[0]
}

/** Over `o` = special_offers. */
const columns = sql`
  o.id, o.title, o.text, o.starts_on::text as "startsOn", o.ends_on::text as "endsOn", o.position, o.active,
  (select count(distinct product_id)::int from special_offer_goods where offer_id = o.id) as "goodsCount"`
const offerPrices = sql`coalesce((
  select jsonb_agg(jsonb_build_object('productId', g.product_id, 'priceTypeId', g.price_type_id, 'priceKopecks',
    g.price_kopecks) order by g.product_id, g.price_type_id)
  from special_offer_goods g where g.offer_id = o.id), '[]')`
