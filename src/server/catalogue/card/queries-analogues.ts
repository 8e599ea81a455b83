import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type AnalogueFacts = {
  productId: number
  /** Linked ones, in order. */
  analogueIds: number[]
  categoryId: number | null
  /** Values of its parameters. */
  valueIds: number[]
}

/** By what goods are replaced, also those that the catalogue sells no more. */
export async function listAnalogueFacts(
  db: Db,
  { productIds }: { productIds: readonly number[] },
): Promise<AnalogueFacts[]> {
  const { rows } = await db.execute<AnalogueFacts>(sql`
    select requested.id as "productId",
      array(select bound_id from product_binds where product_id = requested.id and kind = 'analogue' and not hidden
        order by position, bound_id) as "analogueIds",
      (select min(category_id) from product_categories where product_id = requested.id) as "categoryId",
      array(select value_id from product_parameters where product_id = requested.id) as "valueIds"
    from unnest(${sql.param([...productIds])}::int[]) as requested (id)`)
  return rows
}
