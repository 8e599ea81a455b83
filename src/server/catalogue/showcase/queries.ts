import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { baseTypeId } from '#server/catalogue/prices/shared-queries-rates.ts'
import { isRunningOn } from './shared-queries-offers.ts'

export type RunningOffer = { id: number; title: string; text: string; startsOn: Day; endsOn: Day }

/**
 * Offers that run on a day and lower a price of the price type, with their products (of a variant its product). If
 * several apply, the one with the lowest price, then the first. `offerId`: only this offer.
 */
export async function readRunningOffers(
  db: Db,
  { priceTypeId, today, offerId }: { priceTypeId: number; today: Day; offerId: number | undefined },
): Promise<{ offers: RunningOffer[]; goods: { productId: number; offerId: number }[] }> {
  const { rows } = await db.execute<{ offers: RunningOffer[]; goods: { productId: number; offerId: number }[] }>(sql`
    with running as (
      select o.id, o.title, o.text, o.starts_on, o.ends_on, o.position, coalesce(p.parent_id, p.id) as product_id,
        g.price_kopecks
      from special_offers o join special_offer_goods g on g.offer_id = o.id
        and g.price_type_id = ${baseTypeId(priceTypeId)}
      join prices price on price.product_id = g.product_id and price.price_type_id = ${priceTypeId}
        and g.price_kopecks < price.price_kopecks
      join products p on p.id = g.product_id
      where ${isRunningOn(today)}),
    chosen as (
      select distinct on (product_id) product_id, id from running where ${offerId ?? null}::int is null
        or id = ${offerId ?? null}::int
      order by product_id, price_kopecks, position, id)
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'text', text, 'startsOn', starts_on,
        'endsOn', ends_on) order by position, id)
        from (select distinct id, title, text, starts_on, ends_on, position from running) offer), '[]') as offers,
      coalesce((select jsonb_agg(jsonb_build_object('productId', product_id, 'offerId', id))
        from chosen), '[]') as goods`)
  return rows[0] ?? { offers: [], goods: [] }
}

export type Banner = { id: number; title: string; text: string; link: string; picture: number; picturetype: string }

/** Banners of a day in order; picture 0: none. */
export async function listBanners(db: Db, { today }: { today: Day }): Promise<Banner[]> {
  const { rows } = await db.execute<Banner>(sql`
    select b.id, b.title, b.text, b.link, coalesce(picture.id, 0) as picture, coalesce(picture.type, '') as picturetype
    from banners b left join pictures picture on picture.id = b.picture_id
    where b.active and (b.starts_on is null or b.starts_on <= ${today}::date) and (b.ends_on is null
      or b.ends_on >= ${today}::date)
    order by b.position, b.id`)
  return rows
}
