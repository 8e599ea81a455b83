import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { addresses } from '#server/platform/db/schema/organisations.ts'

const maxAddresses = 200

/** The buyer's own addresses, newest first. */
export async function listSavedAddresses(
  db: Db,
  { organisationId }: { organisationId: number },
): Promise<{ fullAddress: string; postindex: string }[]> {
  return db
    .select({ fullAddress: addresses.fullAddress, postindex: addresses.postindex })
    .from(addresses)
    .where(and(eq(addresses.organisationId, organisationId), eq(addresses.deleted, false)))
    .orderBy(desc(addresses.id))
    .limit(maxAddresses)
}
