import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Records products to be re-read by every process, and whether labels changed. */
export async function recordPresentationChanges(
  db: Db,
  { productIds, labels }: { productIds: readonly number[]; labels: boolean },
): Promise<void> {
  if (productIds.length === 0 && !labels) return
  await db.execute(sql`
    insert into catalogue_changes (kind, product_id)
    select 'flags', id from unnest(${sql.param([...productIds])}::int[]) id
    union all select 'tags', null where ${labels}`)
}
