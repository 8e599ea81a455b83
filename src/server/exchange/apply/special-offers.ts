import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { applyOffers } from '#server/features/showcase/offers.ts'
import type { ImportContext } from './context.ts'

/**
 * Compares the prices that this batch has changed with the special offers that run: a new price at or below the offer's ends
 * the sale of that good, one above it begins it.
 */
export async function applySpecialOffers({ sql, changedPrices }: ImportContext): Promise<void> {
  if (changedPrices.size === 0) return
  // The importer's connection, in whose transaction the batch stands: it is a pool's client.
  await applyOffers(drizzle(sql as PoolClient), [...changedPrices])
}
