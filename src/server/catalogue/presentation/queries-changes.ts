import { recordGoodsChanges } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Records products to be re-read by every process, and whether labels changed. */
export async function recordPresentationChanges(
  db: Db,
  { productIds, labels }: { productIds: readonly number[]; labels: boolean },
): Promise<void> {
  await recordGoodsChanges(db, [
    ...productIds.map((id) => ({ kind: 'flags' as const, id })),
    ...(labels ? [{ kind: 'tags' as const, id: null }] : []),
  ])
}
