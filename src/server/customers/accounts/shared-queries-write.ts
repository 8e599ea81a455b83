import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'

export type NewAccount = {
  login: string
  passwordHash: string
  role: string
  name: string
  phone?: string
  organisationId?: number
  personalManagerId?: number
}

export async function insertAccount(db: Db, account: NewAccount): Promise<number> {
  const [row] = await db.insert(accounts).values(account).returning({ id: accounts.id })
  return idOf(row)
}

export async function updatePassword(
  db: Db,
  { accountId, passwordHash }: { accountId: number; passwordHash: string },
): Promise<void> {
  await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId))
}

/** Again changes nothing. */
export async function allotContract(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number },
): Promise<void> {
  await db.insert(accountContracts).values({ accountId, contractId }).onConflictDoNothing()
}

export type AccountChange = Partial<
  Pick<typeof accounts.$inferSelect, 'login' | 'role' | 'enabled' | 'personalManagerId'>
>

export async function updateAccount(db: Db, { id, set }: { id: number; set: AccountChange }): Promise<void> {
  await db.update(accounts).set(set).where(eq(accounts.id, id))
}

function idOf(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error('the row was not inserted')
  return row.id
}
