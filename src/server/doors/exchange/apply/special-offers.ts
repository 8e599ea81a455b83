import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import type { ImportContext } from './context.ts'

/**
 * Compares prices changed in this batch with special offers: a list price at or below the offer's ends the sale of that
 * good, a higher one starts it.
 */
export async function applySpecialOffers(context: ImportContext): Promise<void> {
  if (context.changedPrices.size === 0) return
  const offered = await context.rows<{ id: number }>(
    `select distinct product_id as id from special_offer_goods
      where product_id in (select json_array_elements_text($1)::int)`,
    [...context.changedPrices],
  )
  if (offered.length === 0) return
  // Safe cast: the importer's connection is a pool client.
  await applyOffers(
    drizzle(context.sql as PoolClient),
    offered.map(({ id }) => id),
  )
}
