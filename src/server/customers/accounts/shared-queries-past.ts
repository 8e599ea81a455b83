import type { Db } from '#server/platform/db/client.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'

type Person = Omit<typeof accounts.$inferInsert, 'id' | 'organisationId' | 'passwordHash'>

/** No password has such a hash; an empty one would mean an invitation that waits. */
const hashOfNothing = '-'

/** For visitors of the demo mode: colleagues with the contract, whom nothing lets in. */
export async function insertPastAccounts(
  tx: Db,
  { organisationId, contractId, people }: { organisationId: number; contractId: number; people: readonly Person[] },
): Promise<void> {
  const rows = await tx
    .insert(accounts)
    .values(people.map((person) => ({ ...person, organisationId, passwordHash: hashOfNothing })))
    .returning({ accountId: accounts.id })
  await tx.insert(accountContracts).values(rows.map(({ accountId }) => ({ accountId, contractId })))
}
