import type { Db } from '#server/platform/db/client.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'

type Person = Omit<typeof accounts.$inferInsert, 'id' | 'organisationId' | 'passwordHash'>

/** No password has such a hash; an empty one would mean a pending invitation. */
const unusableHash = '-'

/** For visitors of the demo mode: colleagues with the contract, who cannot sign in. */
export async function insertSampleAccounts(
  tx: Db,
  { organisationId, contractId, people }: { organisationId: number; contractId: number; people: readonly Person[] },
): Promise<void> {
  const rows = await tx
    .insert(accounts)
    .values(people.map((person) => ({ ...person, organisationId, passwordHash: unusableHash })))
    .returning({ accountId: accounts.id })
  await tx.insert(accountContracts).values(rows.map(({ accountId }) => ({ accountId, contractId })))
}
