import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** '' shows no description, null 1C's. */
export async function writeDescription(
  db: Db,
  { productId, text }: { productId: number; text: string | null },
): Promise<void> {
  if (text === null) await db.execute(sql`delete from product_descriptions where product_id = ${productId}`)
  else
    await db.execute(sql`
      insert into product_descriptions (product_id, text) values (${productId}, ${text})
      on conflict (product_id) do update set text = excluded.text`)
}
