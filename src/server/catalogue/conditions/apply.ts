import { sql } from 'drizzle-orm'
import { dayOf, type Day } from '#shared/rules/dates.ts'
import {
  createDerivedTypes,
  deleteRetiredType,
  listOutdatedTypes,
  listOwnersWithoutType,
  listRetiredTypes,
  markDerived,
  markOutdated,
  retireDerivedTypes,
  writeDerivedPrices,
  type OwnerOfConditions,
} from '#server/catalogue/prices/shared-queries-derived.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import { listOffered } from '#server/catalogue/showcase/shared-queries-offers.ts'
import {
  lockCatalogueWriters,
  recordPriceChanges,
  requestRebuild,
} from '#server/catalogue/snapshot/shared-queries-changes.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Channel whose notifications start the job. */
export const conditionsChannel = 'conditions'

type Applied = {
  /** Derived types whose prices are written again. */
  types?: readonly number[]
  /** Whose missing type is created; left out: all. */
  owner?: OwnerOfConditions
  today?: Day
}

/**
 * Makes the price types derived for contracts what their conditions say, in the caller's transaction: creates missing
 * ones, takes those without conditions from their contracts, and writes the prices of new ones and of `types`.
 */
export async function applyConditions(
  tx: Db,
  { types = [], owner, today = dayOf(new Date()) }: Applied = {},
): Promise<void> {
  await lockCatalogueWriters(tx)
  const retired = new Set(await retireDerivedTypes(tx, { today }))
  const created = await createTypes(tx, { today, owner })
  for (const type of new Set([...created, ...types])) if (!retired.has(type)) await derivePrices(tx, { type, today })
  if (retired.size > 0) await startJob(tx)
}

/** Leaves the prices of these derived types, or of all, to the job, which starts once the transaction commits. */
export async function applyConditionsLater(tx: Db, { types }: { types: readonly number[] | 'all' }): Promise<void> {
  if (types.length === 0) return
  await markOutdated(tx, { types })
  await startJob(tx)
}

/**
 * Run by a job: conditions begin and end at midnight in Moscow. Each price type has a transaction of its own, so that
 * others may write in between and one that fails stops no other; then it throws, and is tried again.
 */
export async function applyConditionsOfToday({ db }: { db: Db }): Promise<{ types: number; prices: number }> {
  const today = dayOf(new Date())
  // First of all nobody pays ended discounts any more.
  await db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    await retireDerivedTypes(tx, { today })
  })
  const writes = [
    ...(await listOutdatedTypes(db, { today })).map((type) => (tx: Db) => updateType(tx, { type, today })),
    ...(await listOwnersWithoutType(db, { today })).map((owner) => (tx: Db) => createPriced(tx, { owner, today })),
    ...(await listRetiredTypes(db)).map((id) => (tx: Db) => deleteRetiredType(tx, { id })),
  ]
  const failures: unknown[] = []
  let prices = 0
  for (const write of writes) {
    try {
      prices += await db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = '10min'`)
        await tx.execute(sql`set local lock_timeout = '1min'`)
        await lockCatalogueWriters(tx)
        return write(tx)
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new Error('prices under conditions were not written', { cause: failures[0] })
  return { types: writes.length, prices }
}

/** Another process may have written it meanwhile. */
async function updateType(tx: Db, { type, today }: { type: number; today: Day }): Promise<number> {
  const isOutdated = (await listOutdatedTypes(tx, { today, type })).length > 0
  return isOutdated ? derivePrices(tx, { type, today }) : 0
}

async function createPriced(tx: Db, { owner, today }: { owner: OwnerOfConditions; today: Day }): Promise<number> {
  let prices = 0
  for (const type of await createTypes(tx, { today, owner })) prices += await derivePrices(tx, { type, today })
  return prices
}

async function startJob(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${conditionsChannel}, '')`)
}

async function createTypes(tx: Db, wanted: { today: Day; owner: OwnerOfConditions | undefined }): Promise<number[]> {
  const created = await createDerivedTypes(tx, wanted)
  if (created.length > 0) await requestRebuild(tx)
  return created
}

/** Derives all prices of a type again; returns the number of goods whose price changed. */
async function derivePrices(tx: Db, { type, today }: { type: number; today: Day }): Promise<number> {
  await tx.execute(sql`set local statement_timeout = '10min'`)
  const changed = await writeDerivedPrices(tx, { types: [type], today })
  await markDerived(tx, { type, today })
  await recordPriceChanges(tx, changed)
  const offered = await listOffered(tx, { productIds: changed })
  if (offered.length > 0) await applyOffers(tx, offered, today)
  return changed.length
}
