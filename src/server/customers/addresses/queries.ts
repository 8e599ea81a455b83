import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { addresses } from '#server/platform/db/schema/organisations.ts'

export type AddressFields = { fullAddress: string; postindex: string; comment: string; isMain: boolean }
export type StoredAddress = AddressFields & { id: number }

const columns = {
  id: addresses.id,
  fullAddress: addresses.fullAddress,
  postindex: addresses.postindex,
  comment: addresses.comment,
  isMain: addresses.isMain,
}

type Of = { organisationId: number }

const isOfOrganisation = ({ organisationId }: Of) =>
  and(eq(addresses.organisationId, organisationId), eq(addresses.deleted, false))

/** The main address first, then by age. */
export async function listAddresses(db: Db, of: Of): Promise<StoredAddress[]> {
  return db.select(columns).from(addresses).where(isOfOrganisation(of)).orderBy(desc(addresses.isMain), addresses.id)
}

export async function findAddress(db: Db, { id, ...of }: Of & { id: number }): Promise<StoredAddress | undefined> {
  const [found] = await db
    .select(columns)
    .from(addresses)
    .where(and(isOfOrganisation(of), eq(addresses.id, id)))
  return found
}

/** An address with the same words. */
export async function findSameAddress(
  db: Db,
  { fullAddress, ...of }: Of & { fullAddress: string },
): Promise<StoredAddress | undefined> {
  const [found] = await db
    .select(columns)
    .from(addresses)
    .where(and(isOfOrganisation(of), eq(sql`lower(${addresses.fullAddress})`, fullAddress.toLowerCase())))
    .limit(1)
  return found
}

/** Serialises changes of an organisation's addresses. */
export async function lockAddresses(tx: Db, { organisationId }: Of): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(20261124, ${organisationId})`)
}

/** A changed text may be in another zone. */
export async function updateAddress(db: Db, { id, ...fields }: { id: number } & AddressFields): Promise<void> {
  await db
    .update(addresses)
    .set({
      ...fields,
      deliveryZoneId: sql`case when ${addresses.fullAddress} = ${fields.fullAddress}
        then ${addresses.deliveryZoneId} end`,
    })
    .where(eq(addresses.id, id))
}

export async function clearMain(db: Db, of: Of): Promise<void> {
  await db
    .update(addresses)
    .set({ isMain: false })
    .where(and(eq(addresses.organisationId, of.organisationId), eq(addresses.isMain, true)))
}

export async function markDeleted(db: Db, { id, organisationId }: Of & { id: number }): Promise<void> {
  await db
    .update(addresses)
    .set({ deleted: true, isMain: false })
    .where(and(eq(addresses.id, id), eq(addresses.organisationId, organisationId)))
}
