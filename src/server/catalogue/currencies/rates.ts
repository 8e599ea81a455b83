import { sql } from 'drizzle-orm'
import { dayOf, type Day } from '#shared/rules/dates.ts'
import { writeDerivedPrices } from '#server/catalogue/prices/shared-queries-derived.ts'
import { writeRoublePrices } from '#server/catalogue/prices/shared-queries-write.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import { lockCatalogueWriters, recordPriceChanges } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { bySystem, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { applyDueRates, deleteComingRate, upsertRates, type RateSource, type WrittenRate } from './queries-rates.ts'
import type { Rate } from '#server/catalogue/prices/shared-queries-rates.ts'

/**
 * Sets rates and recomputes the prices of currencies whose rate of today has changed, in the caller's transaction.
 * Equal rates change nothing. Returns the rates that differed.
 */
export async function setRates(
  tx: Db,
  {
    rates,
    by,
    changedBy,
    today = dayOf(new Date()),
  }: {
    rates: readonly Rate[]
    by: RateSource
    changedBy: ChangedBy
    today?: Day
  },
): Promise<WrittenRate[]> {
  await lockCatalogueWriters(tx)
  const written = await upsertRates(tx, { rates, by })
  await applyRates(tx, today)
  await recordAudit(
    tx,
    changedBy,
    ...written.map(({ currency, startsOn, nominal, rate, before }) => ({
      action: before === null ? ('currency-rate.created' as const) : ('currency-rate.changed' as const),
      object: { type: 'currency-rate' as const, id: currency },
      before: before === null ? {} : rateField({ startsOn, ...before }),
      after: rateField({ startsOn, nominal, rate }),
    })),
  )
  return written
}

/** Deletes a rate whose day has not come. Idempotent. */
export async function removeComingRate(
  tx: Db,
  {
    currency,
    startsOn,
    changedBy,
    today = dayOf(new Date()),
  }: {
    currency: string
    startsOn: Day
    changedBy: ChangedBy
    today?: Day
  },
): Promise<void> {
  await lockCatalogueWriters(tx)
  const removed = await deleteComingRate(tx, { currency, startsOn, today })
  if (removed === undefined) return
  const object = { type: 'currency-rate', id: currency } as const
  await recordAudit(tx, changedBy, {
    action: 'currency-rate.deleted',
    object,
    before: rateField(removed),
    after: {},
  })
}

/** Run by a job: rates begin at midnight in Moscow. */
export async function applyRatesOfToday({ db }: { db: Db }): Promise<{ currencies: number; prices: number }> {
  return db.transaction(async (tx) => {
    const { currencies, prices } = await applyRates(tx, dayOf(new Date()))
    const object = { type: 'prices', id: null } as const
    const after = { currencies: currencies.join(', '), prices }
    if (currencies.length > 0) await recordAudit(tx, bySystem, { action: 'prices.rates-applied', object, after })
    return { currencies: currencies.length, prices }
  })
}

/** Recomputes prices of the currencies whose latest rate that has begun is not the applied one. */
async function applyRates(tx: Db, today: Day): Promise<{ currencies: string[]; prices: number }> {
  await lockCatalogueWriters(tx)
  const currencies = await applyDueRates(tx, { today })
  if (currencies.length === 0) return { currencies, prices: 0 }
  await tx.execute(sql`set local statement_timeout = '10min'`)
  const changes = await writeRoublePrices(tx, sql`f.currency = any(${sql.param(currencies)}::text[])`)
  const ids = [...new Set(changes.map(({ productId }) => productId))]
  if (ids.length > 0) {
    await writeDerivedPrices(tx, { products: ids, today })
    await recordPriceChanges(tx, ids)
    await applyOffers(tx, ids, today)
  }
  return { currencies, prices: changes.length }
}

/** For the audit trail: {'rate.2026-11-20': '82.4410'}, '52.3400 / 100' for a nominal of 100. */
const rateField = ({ startsOn, rate, nominal }: Omit<Rate, 'currency'>) => ({
  [`rate.${startsOn}`]: nominal === 1 ? rate : `${rate} / ${nominal}`,
})
