import type { VisitorSettings } from '#shared/api/staff/visitors.ts'
import { refillVisitorWarehouse } from '#server/catalogue/stock/shared-queries-visitors.ts'
import { requestRebuild } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { countVisitors } from '#server/customers/organisations/shared-queries-purge.ts'
import { listPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { ensureVisitorWarehouse } from '#server/doors/exchange/shared-queries-visitors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount, bySystem, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'

export type DemoShop = { priceTypeId: number; warehouseId: number }

/** Price type and warehouse of visitors; undefined if the demo mode is closed or the price type no longer exists. */
export async function findDemoShop(db: Db): Promise<DemoShop | undefined> {
  const shop = await readSetting(db, 'visitors.shop')
  if (shop === 'closed') return undefined
  return (await listPriceTypes(db)).some(({ id }) => id === shop.priceTypeId) ? shop : undefined
}

/** Opens the demo mode with prices of this type and a separate warehouse. */
export async function openDemoShop(
  tx: Db,
  { priceTypeId, by = bySystem }: { priceTypeId: number; by?: ChangedBy },
): Promise<void> {
  const warehouseId = await ensureVisitorWarehouse(tx)
  await writeSetting(tx, 'visitors.shop', { priceTypeId, warehouseId }, by)
  await refillVisitorWarehouse(tx, { warehouseId })
  // The snapshot does not know a new warehouse.
  await requestRebuild(tx)
}

export async function readVisitorSettings({ db }: { db: Db }): Promise<VisitorSettings> {
  return {
    price_type: (await findDemoShop(db))?.priceTypeId ?? null,
    price_types: (await listPriceTypes(db)).map(({ id, name }) => ({ id, name })),
    visitors: await countVisitors(db),
  }
}

export async function saveVisitorSettings(
  { db }: { db: Db },
  actor: Actor,
  { priceTypeId }: { priceTypeId: number | null },
): Promise<VisitorSettings> {
  const by = byAccount(actor)
  await db.transaction(async (tx) => {
    if (priceTypeId === null) return writeSetting(tx, 'visitors.shop', 'closed', by)
    if (!(await listPriceTypes(tx)).some(({ id }) => id === priceTypeId)) throw new AppError('notFound')
    await openDemoShop(tx, { priceTypeId, by })
  })
  return readVisitorSettings({ db })
}
