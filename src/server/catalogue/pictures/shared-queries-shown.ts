import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Recomputes product_pictures of these products from 1C's pictures and staff's decisions (db/schema/presentation.ts):
 * 1C's in 1C's order, staff's at their positions, hidden ones left out, no duplicates. Runs in the caller's
 * transaction.
 */
export async function showPictures(db: Db, { productIds }: { productIds: readonly number[] }): Promise<void> {
  if (productIds.length === 0) return
  await db.execute(sql`
    with requested as (
      select distinct product_id from unnest(${sql.param([...productIds])}::int[]) product_id
    ), imported as (
      ${picturesOf1c(sql`w.product_id in (select product_id from requested)`)}
    ), chosen as (
      select * from staff_pictures where product_id in (select product_id from requested)
    ), shown as (
      select product_id, picture_id, coalesce(imported.source, '') as source,
        row_number() over (partition by product_id order by coalesce(chosen.slot, imported.position),
          chosen.slot is not null, chosen.position, picture_id)::int as position
      from imported full join chosen using (product_id, picture_id)
      where (imported.picture_id is not null or chosen.own) and chosen.hidden is not true
    ), deleted as (
      delete from product_pictures l using requested left join (select product_id, count(*) as n from shown
        group by product_id) remaining using (product_id)
      where l.product_id = requested.product_id and l.position not between 1 and coalesce(remaining.n, 0)
    )
    insert into product_pictures as l (product_id, picture_id, position, source) select product_id, picture_id,
      position, source from shown
    on conflict (product_id, position) do update set picture_id = excluded.picture_id, source = excluded.source
    where (l.picture_id, l.source) is distinct from (excluded.picture_id, excluded.source)`)
}

/** 1C's pictures that have arrived, with their position in 1C. `condition` is over `w` = exchange_product_pictures. */
export const picturesOf1c = (condition: ReturnType<typeof sql>) => sql`
  select distinct on (w.product_id, e.picture_id) w.product_id, e.picture_id, w.source, w.position
  from exchange_product_pictures w join exchange_pictures e on e.source = w.source
  where ${condition} order by w.product_id, e.picture_id, w.position`
