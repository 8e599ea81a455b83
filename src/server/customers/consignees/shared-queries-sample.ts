import type { Db } from '#server/platform/db/client.ts'
import { consignees } from '#server/platform/db/schema/organisations.ts'

type Person = Omit<typeof consignees.$inferInsert, 'id' | 'organisationId' | 'fileKey' | 'fileType' | 'fileBytes'>

/** For visitors of the demo mode, who keep no files. */
export async function insertSampleConsignees(
  tx: Db,
  { organisationId, people }: { organisationId: number; people: readonly Person[] },
): Promise<void> {
  await tx.insert(consignees).values(people.map((person) => ({ ...person, organisationId })))
}
