import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { lettersIn } from '#server/catalogue/prices/shared-queries-codes.ts'
import { articulOf } from '../queries-good.ts'

export type NamedGood = { id: number; articul: string; header: string; pictures_count: number }

/** Products of the catalogue by folded article, code of 1C or barcode, their own or a variant's. */
export async function findByCodes(
  db: Db,
  { codes }: { codes: readonly string[] },
): Promise<(NamedGood & { code: string })[]> {
  const wanted = sql`${sql.param([...codes])}::text[]`
  const { rows } = await db.execute<NamedGood & { code: string }>(sql`
    with named as (
      select distinct coalesce(x.parent_id, x.id) as id, each.code
      from products x cross join lateral (
        select ${lettersIn(sql`x.articul`)} as code union select ${lettersIn(sql`x.code`)}
        union select unnest(x.barcodes)) each
      where x.active and each.code = any(${wanted}))
    select p.id, named.code, ${articulOf} as articul, p.name as header,
      (select count(*)::int from product_pictures where product_id = p.id) as pictures_count
    from named join products p on p.id = named.id and p.active
    order by p.name, p.id`)
  return rows
}
