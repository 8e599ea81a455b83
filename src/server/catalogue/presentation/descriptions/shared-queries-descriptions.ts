import { sql, type SQL } from 'drizzle-orm'

/** Staff's description of a product, never of a variant; '' shows none, null 1C's. */
export const staffDescriptionOf = (productId: SQL): SQL<string | null> =>
  sql`(select text from product_descriptions where product_id = ${productId})`
