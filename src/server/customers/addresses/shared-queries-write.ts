import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { addresses } from '#server/platform/db/schema/organisations.ts'

type NewAddress = {
  organisationId: number
  fullAddress: string
  postindex: string
  comment: string
  isMain: boolean
}

export async function insertAddress(db: Db, row: NewAddress): Promise<number> {
  const [inserted] = await db.insert(addresses).values(row).returning({ id: addresses.id })
  return inserted?.id ?? 0
}

/** Deletes addresses of demo visitors. */
export async function deleteAddressesOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`delete from addresses where organisation_id = any(${sql.param(organisationIds)}::int[])`)
}
