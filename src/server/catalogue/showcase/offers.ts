import { dayOf, type Day } from '#shared/rules/dates.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recordOfferChanges, writeSaleFlags, writeSalePrices, type Scope } from './shared-queries-offers.ts'

/**
 * Sets sale prices and sale flags according to the offers of a day (today in Moscow), for these products and variants
 * or for all, and records the changes for the catalogue. Writes only differences. Runs in the caller's transaction and
 * takes the lock of catalogue writers; a caller that locks rows of products or prices must call `lockCatalogueWriters`
 * first.
 */
export async function applyOffers(
  tx: Db,
  scope: Scope,
  today: Day = dayOf(new Date()),
): Promise<{ prices: number; flags: number }> {
  await lockCatalogueWriters(tx)
  const prices = await writeSalePrices(tx, { scope, today })
  const flags = await writeSaleFlags(tx, { scope })
  if (prices.length + flags.length > 0) await recordOfferChanges(tx, { prices, flags })
  return { prices: prices.length, flags: flags.length }
}

/** Run by a job: offers begin and end at midnight in Moscow. */
export async function applyOffersOfToday({ db }: { db: Db }): Promise<{ prices: number; flags: number }> {
  return db.transaction(async (tx) => {
    const changes = await applyOffers(tx, 'all')
    if (changes.prices > 0) {
      const object = { type: 'prices', id: null } as const
      await recordAudit(tx, bySystem, { action: 'prices.offers-applied', object, after: { prices: changes.prices } })
    }
    return changes
  })
}
