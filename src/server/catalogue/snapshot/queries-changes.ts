import { sql, type SQL } from 'drizzle-orm'

/**
 * The part of a statement that records for the catalogue's readers whose stock it has changed; `rows` have a
 * `product_id`.
 */
export const stockChanged = (rows: SQL) => sql`
  insert into catalogue_changes (kind, product_id) select distinct 'stock', product_id from ${rows}`
