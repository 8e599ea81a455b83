import { sql } from 'drizzle-orm'
import type { GoodsFlag, GoodsGap } from '#shared/rules/goods/goods-flags.ts'
import type { Db } from '#server/platform/db/client.ts'
import { escapeLike } from '#server/platform/db/like.ts'
import { limitAndOffset } from '#server/platform/pagination.ts'
import { foldArticle, lettersIn } from '#server/catalogue/prices/shared-queries-codes.ts'
import { lacks } from './queries-gaps.ts'
import { articulOf, mainPicture } from './queries-good.ts'

export type GoodsQuery = {
  query: string
  flag: GoodsFlag | undefined
  tag: number | undefined
  gap: GoodsGap | undefined
  state: 'active' | 'gone' | 'all'
  page: number
  perPage: number
}

export type GoodsRow = {
  id: number
  articul: string
  header: string
  code: string
  barcode: string
  brand: string
  active: boolean
  variants_count: number
  hit: boolean
  novelty: boolean
  sale: boolean
  by_hand: GoodsFlag[]
  tags: number[]
  picture: number
  picturetype: string
  pictures_count: number
  binds_count: number
  documents_count: number
}

/** A page of products and the total; exact articles first, then by name. */
export async function listGoods(db: Db, filter: GoodsQuery): Promise<{ rows: GoodsRow[]; total: number }> {
  const { limit, offset } = limitAndOffset(filter)
  const condition = conditionOf(filter)
  const code = foldArticle(filter.query)
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from products p where ${condition}`,
  )
  const { rows } = await db.execute<GoodsRow>(sql`
    with page as (
      select id, row_number() over () as row_number from (
        select p.id from products p where ${condition}
        order by ${code === '' ? sql`` : sql`${lettersIn(sql`p.articul`)} = ${code} desc,`} p.name, p.id
          limit ${limit} offset ${offset}) chosen)
    select p.id, ${articulOf} as articul, p.name as header, p.code, coalesce(p.barcodes[1], '') as barcode,
      coalesce(b.name, '') as brand, p.active,
      (select count(*)::int from products v where v.parent_id = p.id and v.active) as variants_count,
      p.is_hit as hit, p.is_new as novelty, p.is_sale as sale,
      array_remove(array[case when m.hit is not null then 'hit' end, case when m.novelty is not null
        then 'novelty' end, case when m.sale is not null then 'sale' end], null) as by_hand,
      array(select t.id from product_tags l join tags t on t.id = l.tag_id where l.product_id = p.id
        order by lower(t.name), t.id) as tags,
      coalesce(main.id, 0) as picture, coalesce(main.type, '') as picturetype,
      (select count(*)::int from product_pictures where product_id = p.id) as pictures_count,
      (select count(*)::int from product_binds where product_id = p.id and not hidden) as binds_count,
      (select count(*)::int from product_documents where product_id = p.id) as documents_count
    from page join products p using (id) left join brands b on b.id = p.brand_id left join product_marks m
      on m.product_id = p.id
    left join lateral (${mainPicture}) main on true
    order by page.row_number`)
  return { rows, total: counted[0]?.total ?? 0 }
}

const flagColumns = { hit: sql`p.is_hit`, novelty: sql`p.is_new`, sale: sql`p.is_sale` } satisfies Record<
  GoodsFlag,
  unknown
>
const states = { active: sql`p.active`, gone: sql`not p.active`, all: sql`true` } satisfies Record<
  GoodsQuery['state'],
  unknown
>

function conditionOf({ query, flag, tag, gap, state }: GoodsQuery) {
  const conditions = [
    sql`p.parent_id is null`,
    states[state],
    ...(flag === undefined ? [] : [flagColumns[flag]]),
    ...(tag === undefined
      ? []
      : [sql`exists (select from product_tags l where l.product_id = p.id and l.tag_id = ${tag})`]),
    ...(gap === undefined ? [] : [lacks[gap]]),
    ...(query === ''
      ? []
      : [sql`p.id in (select coalesce(x.parent_id, x.id) from products x where ${isNamed(query)})`]),
  ]
  return sql.join(conditions, sql` and `)
}

/**
 * Over `x` = products: article or 1C's code contains the query regardless of separators, a barcode contains it, or the
 * name contains each word.
 */
function isNamed(query: string) {
  const code = foldArticle(query)
  const words = plain(query).split(/\s+/).filter(Boolean).slice(0, 10)
  const named = sql`translate(lower(x.name), 'ё',
    'е') like all (${sql.param(words.map((word) => `%${escapeLike(word)}%`))}::text[])`
  if (code === '') return sql`(${named})`
  const containsCode = (column: ReturnType<typeof sql>) => sql`${lettersIn(column)} like ${`%${escapeLike(code)}%`}`
  return sql`(${containsCode(sql`x.articul`)} or ${containsCode(sql`x.code`)} or array_to_string(x.barcodes,
    ' ') like ${`%${escapeLike(code)}%`} or (${named}))`
}

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
