import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

type PriceType = { id: number; code1c: string; name: string }

/** All price types of 1C, also РРЦ, by name. */
export async function listAllPriceTypes(db: Db): Promise<PriceType[]> {
  const { rows } = await db.execute<PriceType>(
    sql`select id, code1c, name from price_types where base_id is null order by name, id`,
  )
  return rows
}

/** Price types that a contract can use, by name. */
export async function listPriceTypes(db: Db): Promise<PriceType[]> {
  const { rows } = await db.execute<PriceType>(
    sql`select id, code1c, name from price_types where not is_rrc and base_id is null order by name, id`,
  )
  return rows
}
