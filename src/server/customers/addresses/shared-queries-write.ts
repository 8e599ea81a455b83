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

/** Saves the zone of the last delivery to an address. */
export async function saveZoneOfAddress(
  tx: Db,
  { addressId, zoneId }: { addressId: number | null; zoneId: number | null },
): Promise<void> {
  if (addressId === null || zoneId === null) return
  await tx.execute(sql`
    update addresses set delivery_zone_id = ${zoneId}
    where id = ${addressId} and delivery_zone_id is distinct from ${zoneId}`)
}

/** Addresses of an organisation that is merged into another one, whose main one stays the main one. */
export async function moveAddressesOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`
    update addresses set organisation_id = ${toId}, is_main = is_main and not exists (
      select from addresses main where main.organisation_id = ${toId} and main.is_main and not main.deleted)
    where organisation_id = ${fromId}`)
}
