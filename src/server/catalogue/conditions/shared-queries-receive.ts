import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Writes 1C's conditions from a relation of their columns (code1c, contract_id, price_type_id, discount, category_id,
 * brand_id, product_id, price_kopecks, starts_on, ends_on), and deletes those of a relation of code1c. Returns the
 * counts, and the derived price types whose prices depend on what differed. `applyConditions` must follow.
 */
export async function receiveConditions(
  db: Db,
  { sent, deleted }: { sent: SQL; deleted: SQL },
): Promise<{ created: number; changed: number; unchanged: number; types: number[] }> {
  const values = sql.raw(`contract_id, price_type_id, discount, category_id, brand_id, product_id, price_kopecks,
    starts_on, ends_on`)
  const { rows } = await db.execute<{ created: number; changed: number; unchanged: number; types: number[] }>(sql`
    with sent as materialized (${sent}),
    stored as materialized (
      select c.* from price_conditions c join sent using (code1c)),
    written as (
      insert into price_conditions as c (code1c, ${values}) select code1c, ${values} from sent
      on conflict (code1c) do update set contract_id = excluded.contract_id, price_type_id = excluded.price_type_id,
        discount = excluded.discount, category_id = excluded.category_id, brand_id = excluded.brand_id,
        product_id = excluded.product_id, price_kopecks = excluded.price_kopecks, starts_on = excluded.starts_on,
        ends_on = excluded.ends_on, set_at = now()
      where (c.contract_id, c.price_type_id, c.discount, c.category_id, c.brand_id, c.product_id, c.price_kopecks,
        c.starts_on, c.ends_on) is distinct from (excluded.contract_id, excluded.price_type_id, excluded.discount,
        excluded.category_id, excluded.brand_id, excluded.product_id, excluded.price_kopecks, excluded.starts_on,
        excluded.ends_on)
      returning c.code1c, c.contract_id, c.price_type_id, xmax = 0 as fresh),
    gone as (
      delete from price_conditions c using (${deleted}) d where c.code1c = d.code1c
      returning c.contract_id, c.price_type_id),
    touched as (
      select contract_id, price_type_id from written
      union select stored.contract_id, stored.price_type_id from stored join written using (code1c)
      union select contract_id, price_type_id from gone)
    select (select count(*) from written where fresh)::int as created,
      ((select count(*) from written where not fresh) + (select count(*) from gone))::int as changed,
      ((select count(*) from sent) - (select count(*) from written))::int as unchanged,
      (select coalesce(jsonb_agg(distinct t.id), '[]') from price_types t join touched
        on t.derived_for = touched.contract_id
          or t.base_id = touched.price_type_id and coalesce(t.derived_for, 0) >= 0) as types`)
  return rows[0] ?? { created: 0, changed: 0, unchanged: 0, types: [] }
}

/** 1C's conditions, and how many of them are not `named`: a condition over `c` = price_conditions. */
export async function countConditionsLeftOut(
  db: Db,
  { named }: { named: SQL },
): Promise<{ leftOut: number; total: number }> {
  const { rows } = await db.execute<{ leftOut: number; total: number }>(sql`
    select count(*) filter (where not ${named})::int as "leftOut", count(*)::int as total
    from price_conditions c where c.code1c is not null`)
  return rows[0] ?? { leftOut: 0, total: 0 }
}
