import { sql } from 'drizzle-orm'
import type { FlagChoice } from '#shared/api/staff/goods.ts'
import type { GoodsFlag } from '#shared/rules/goods/goods-flags.ts'
import type { Db } from '#server/platform/db/client.ts'

export type FlagsInput = Partial<Record<GoodsFlag, FlagChoice | undefined>>

const choiceValues = { exchange: null, yes: true, no: false } as const

/**
 * Stores staff's flags of these products and updates products and variants; flags missing from the input stay. Returns
 * the products with a changed flag. The caller holds the lock of catalogue writers and applies special offers
 * afterwards.
 */
export async function writeMarks(
  db: Db,
  { productIds, flags }: { productIds: readonly number[]; flags: FlagsInput },
): Promise<number[]> {
  const ids = sql`${sql.param([...productIds])}::int[]`
  await db.execute(sql`
    insert into product_marks (product_id, exchange_hit, exchange_novelty, exchange_sale)
    select id, is_hit, is_new, is_sale and not on_offer from products where id = any(${ids}) and parent_id is null
    on conflict do nothing`)
  const { rows } = await db.execute<{ id: number }>(sql`
    update product_marks m set hit = decided.hit, novelty = decided.novelty, sale = decided.sale
    from product_marks k, lateral (select ${decidedValue('hit', flags)} as hit,
      ${decidedValue('novelty', flags)} as novelty,
      ${decidedValue('sale', flags)} as sale) decided
    where k.product_id = any(${ids}) and m.product_id = k.product_id and (k.hit, k.novelty, k.sale) is distinct
      from (decided.hit, decided.novelty, decided.sale)
    returning m.product_id as id`)
  const changed = rows.map(({ id }) => id)
  await applyMarks(db, changed)
  await db.execute(
    sql`delete from product_marks where product_id = any(${ids}) and hit is null and novelty is null and sale is null`,
  )
  return changed
}

function decidedValue(flag: GoodsFlag, flags: FlagsInput) {
  const choice = flags[flag]
  return choice === undefined ? sql.raw(`k.${flag}`) : sql`${choiceValues[choice]}::boolean`
}

async function applyMarks(db: Db, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return
  const ids = sql`${sql.param([...productIds])}::int[]`
  await db.execute(sql`
    update products p set is_hit = coalesce(m.hit, m.exchange_hit), is_new = coalesce(m.novelty, m.exchange_novelty),
      is_sale = decided.sale or p.on_offer, on_offer = p.on_offer and not decided.sale
    from product_marks m, lateral (select coalesce(m.sale, m.exchange_sale) as sale) decided
    where m.product_id = any(${ids}) and p.id = m.product_id`)
  await db.execute(sql`
    update products v set is_hit = p.is_hit, is_new = p.is_new, is_sale = p.is_sale from products p
    where p.id = any(${ids}) and v.parent_id = p.id
    and (v.is_hit, v.is_new, v.is_sale) is distinct from (p.is_hit, p.is_new, p.is_sale)`)
}
