import { sql } from 'drizzle-orm'
import { visitorWarehouseCode } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'

const code = visitorWarehouseCode

/** The warehouse of the demo mode, which never appears in 1C's files. */
export async function ensureVisitorWarehouse(tx: Db): Promise<number> {
  await tx.execute(sql`
    insert into warehouses (code1c, name, short_name) values (${code}, 'Демо-склад', 'Демо') on conflict do nothing`)
  const { rows } = await tx.execute<{ id: number }>(sql`select id from warehouses where code1c = ${code}`)
  if (!rows[0]) throw new Error('the warehouse was not inserted')
  return rows[0].id
}
