import { sql } from 'drizzle-orm'
import type { GoodsFlag } from '#shared/rules/goods/goods-flags.ts'
import type { Db } from '#server/platform/db/client.ts'
import { picturesOf1c } from '#server/catalogue/pictures/shared-queries-shown.ts'
import { staffDescriptionOf } from './descriptions/shared-queries-descriptions.ts'

type Source = 'exchange' | 'staff'
type FlagFact = { staffFlag: boolean | null; exchange: boolean; shown: boolean }
type LinkedFact = {
  id: number
  articul: string
  header: string
  active: boolean
  picture: number
  picturetype: string
  source: Source
  hidden: boolean
}

export type GoodFacts = {
  id: number
  articul: string
  header: string
  code: string
  barcode: string
  brand: string
  active: boolean
  variantsCount: number
  version: string
  flags: Record<GoodsFlag, FlagFact>
  description: string
  staffDescription: string | null
  tags: number[]
  pictures: { picture: number; picturetype: string; source: Source; hidden: boolean }[]
  analogues: LinkedFact[]
  related: LinkedFact[]
  documents: { id: number; file: number; header: string; extension: string; size: number; source: Source }[]
}

/** Presentation of a product; undefined if it does not exist or is a variant. */
export async function readGood(db: Db, { id }: { id: number }): Promise<GoodFacts | undefined> {
  const { rows } = await db.execute<GoodFacts>(sql`
    select p.id, ${articulOf} as articul, p.name as header, p.code, coalesce(p.barcodes[1], '') as barcode,
      coalesce(b.name, '') as brand, p.active,
      (select count(*)::int from products v where v.parent_id = p.id and v.active) as "variantsCount",
      ${version} as version, p.description, ${staffDescriptionOf(sql`p.id`)} as "staffDescription",
      jsonb_build_object(
        'hit', jsonb_build_object('staffFlag', m.hit, 'exchange', coalesce(m.exchange_hit, p.is_hit), 'shown',
          p.is_hit),
        'novelty', jsonb_build_object('staffFlag', m.novelty, 'exchange', coalesce(m.exchange_novelty, p.is_new),
          'shown',
          p.is_new),
        'sale', jsonb_build_object('staffFlag', m.sale, 'exchange',
          coalesce(m.exchange_sale, p.is_sale and not p.on_offer),
          'shown', p.is_sale)) as flags,
      coalesce((select jsonb_agg(t.id order by lower(t.name), t.id) from product_tags l join tags t on t.id = l.tag_id
        where l.product_id = p.id), '[]') as tags,
      ${picturesOf(id)} as pictures, ${linkedGoods(id, 'analogue')} as analogues,
        ${linkedGoods(id, 'related')} as related,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'file', coalesce(u.id, 0), 'header', d.name, 'extension',
          d.type, 'size', d.size_bytes,
          'source', case d.source when '' then 'staff' else 'exchange' end) order by d.position, d.id)
        from product_documents d left join uploaded_documents u on u.key = d.key where d.product_id = p.id), '[]')
          as documents
    from products p left join product_marks m on m.product_id = p.id left join brands b on b.id = p.brand_id
    where p.id = ${id} and p.parent_id is null`)
  return rows[0]
}

/** A product without an article shows that of its first variant. Over `p` = products. */
export const articulOf = sql`coalesce(nullif(p.articul, ''), (select v.articul from products v where v.parent_id = p.id
  and v.active order by v.id limit 1), '')`

/** Version: a digest of everything staff have decided on product `p`. */
const version = sql`md5(jsonb_build_array(
  (select jsonb_build_array(hit, novelty, sale) from product_marks where product_id = p.id),
  (select jsonb_build_array(text) from product_descriptions where product_id = p.id),
  (select jsonb_agg(tag_id order by tag_id) from product_tags where product_id = p.id),
  (select jsonb_agg(jsonb_build_array(kind, bound_id, own, staff_position, hidden) order by kind, bound_id)
    from product_binds where product_id = p.id and (own or staff_position is not null or hidden)),
  (select jsonb_agg(jsonb_build_array(picture_id, own, hidden, slot, position) order by picture_id) from staff_pictures
    where product_id = p.id),
  (select jsonb_agg(jsonb_build_array(key, name, position) order by key) from product_documents where product_id = p.id
    and source = ''))::text)`

/** In display order, hidden ones last. */
const picturesOf = (id: number) => sql`coalesce((
  with imported as (${picturesOf1c(sql`w.product_id = ${id}`)})
  select jsonb_agg(jsonb_build_object('picture', picture.id, 'picturetype', picture.type,
    'source', case when imported.picture_id is null then 'staff' else 'exchange' end, 'hidden', chosen.hidden is true)
    order by chosen.hidden is true, shown.position, imported.position)
  from imported full join (select * from staff_pictures where product_id = ${id}) chosen using (picture_id)
  join pictures picture on picture.id = picture_id
  left join product_pictures shown on shown.product_id = ${id} and shown.picture_id = picture.id
  where imported.picture_id is not null or chosen.own), '[]')`

const linkedGoods = (id: number, kind: 'analogue' | 'related') => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'articul', ${articulOf}, 'header', p.name, 'active', p.active,
    'picture', coalesce(main.id, 0), 'picturetype', coalesce(main.type, ''),
    'source', case when l.own and l.exchange_position is null then 'staff' else 'exchange' end, 'hidden', l.hidden)
      order by l.hidden, l.position, l.bound_id)
  from product_binds l join products p on p.id = l.bound_id left join lateral (${mainPicture}) main on true
  where l.product_id = ${id} and l.kind = ${kind}), '[]')`

/** Of the product `p`. */
export const mainPicture = sql`
  select picture.id, picture.type from product_pictures shown join pictures picture on picture.id = shown.picture_id
  where shown.product_id = p.id order by shown.position limit 1`
