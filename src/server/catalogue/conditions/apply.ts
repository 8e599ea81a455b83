import { sql } from 'drizzle-orm'
import { dayOf, type Day } from '#shared/rules/dates.ts'
import {
  createDerivedTypes,
  deleteDerivedTypes,
  listOutdatedTypes,
  markDerived,
  writeDerivedPrices,
} from '#server/catalogue/prices/shared-queries-derived.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import { listOffered } from '#server/catalogue/showcase/shared-queries-offers.ts'
import {
  lockCatalogueWriters,
  recordPriceChanges,
  requestRebuild,
} from '#server/catalogue/snapshot/shared-queries-changes.ts'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Makes the price types derived for contracts what their conditions say, in the caller's transaction: creates missing
 * ones, deletes those without conditions, and writes the prices of new ones and of `types`.
 */
export async function applyConditions(
  tx: Db,
  { types = [], today = dayOf(new Date()) }: { types?: readonly number[]; today?: Day } = {},
): Promise<void> {
  await lockCatalogueWriters(tx)
  const deleted = new Set(await deleteDerivedTypes(tx, { today }))
  const created = await createDerivedTypes(tx, { today })
  if (created.length > 0) await requestRebuild(tx)
  const written = [...new Set([...created, ...types])].filter((id) => !deleted.has(id))
  if (written.length > 0) await derivePrices(tx, { types: written, today })
}

/** Run by a job: conditions begin and end at midnight in Moscow. One price type at a time, so that others may write. */
export async function applyConditionsOfToday({ db }: { db: Db }): Promise<{ types: number; prices: number }> {
  const today = dayOf(new Date())
  await db.transaction((tx) => applyConditions(tx, { today }))
  const outdated = await listOutdatedTypes(db, { today })
  let prices = 0
  for (const type of outdated) prices += await db.transaction((tx) => derivePrices(tx, { types: [type], today }))
  return { types: outdated.length, prices }
}

/** Derives all prices of types again; returns the number of goods whose price changed. */
async function derivePrices(tx: Db, { types, today }: { types: readonly number[]; today: Day }): Promise<number> {
  await lockCatalogueWriters(tx)
  await tx.execute(sql`set local statement_timeout = '10min'`)
  const changed = await writeDerivedPrices(tx, { types, today })
  await markDerived(tx, { types, today })
  await recordPriceChanges(tx, changed)
  const offered = await listOffered(tx, { productIds: changed })
  if (offered.length > 0) await applyOffers(tx, offered, today)
  return changed.length
}
