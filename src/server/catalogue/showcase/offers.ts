import { dayOf, type Day } from '#shared/rules/dates.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recordOfferChanges, writeSaleFlags, writeSalePrices, type Scope } from './shared-queries-offers.ts'

/**
 * Makes sale prices and sale flags what the special offers of a day (Moscow's today) say, for these products and
 * variants or for all, and records the changes for the catalogue; where nothing differs nothing is written. In the
 * caller's transaction, which takes its turn among those who write goods: one that locks rows of products or prices
 * itself calls `lockCatalogueWriters` first.
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

/** By the clock: offers begin and end at midnight in Moscow. */
export async function applyOffersOfToday({ db }: { db: Db }): Promise<{ prices: number; flags: number }> {
  return db.transaction(async (tx) => {
    const applied = await applyOffers(tx, 'all')
    if (applied.prices > 0) {
      const object = { type: 'prices', id: null } as const
      await recordAudit(tx, bySystem, { action: 'prices.offers-applied', object, after: { prices: applied.prices } })
    }
    return applied
  })
}
