import { eq, sql } from 'drizzle-orm'
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
} & Partial<Pick<typeof accounts.$inferInsert, 'grants' | 'orderLimitKopecks' | 'periodLimitKopecks' | 'limitPeriod'>>

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

/** Idempotent. */
export async function allotContract(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number },
): Promise<void> {
  await db.insert(accountContracts).values({ accountId, contractId }).onConflictDoNothing()
}

export type AccountChange = Partial<
  Pick<typeof accounts.$inferSelect, 'login' | 'role' | 'enabled' | 'personalManagerId'>
>

/** Fields of a person that an owner may change. */
type EmployeeChange = Partial<
  Pick<
    typeof accounts.$inferSelect,
    'name' | 'phone' | 'grants' | 'orderLimitKopecks' | 'periodLimitKopecks' | 'limitPeriod' | 'pricePolitics'
  >
>

export async function updateAccount(
  db: Db,
  { id, set }: { id: number; set: AccountChange & EmployeeChange },
): Promise<void> {
  await db.update(accounts).set(set).where(eq(accounts.id, id))
}

/** The account cannot sign in any more, and its login becomes free. */
export async function markAccountDeleted(tx: Db, { id }: { id: number }): Promise<void> {
  const set = { login: `deleted:${id}`, passwordHash: '', phone: '', enabled: false, deletedAt: sql`now()` }
  await tx.update(accounts).set(set).where(eq(accounts.id, id))
}

export type Successor = Pick<
  NewAccount,
  'role' | 'grants' | 'orderLimitKopecks' | 'periodLimitKopecks' | 'limitPeriod'
> & {
  organisationId: number
}

/** Deletes an account; its login, password, name and phone go on in a new one of another organisation. */
export async function replaceAccount(tx: Db, { id, successor }: { id: number; successor: Successor }): Promise<number> {
  const [former] = await tx.select().from(accounts).where(eq(accounts.id, id))
  if (former === undefined) throw new Error('the account is gone')
  const { login, passwordHash, name, phone, enabled } = former
  await markAccountDeleted(tx, { id })
  const [row] = await tx
    .insert(accounts)
    .values({ ...successor, login, passwordHash, name, phone, enabled })
    .returning({ id: accounts.id })
  const movedToId = idOf(row)
  await tx.update(accounts).set({ movedToId }).where(eq(accounts.id, id))
  return movedToId
}

/** As deleted, with the personal data erased. */
export async function markAccountErased(tx: Db, { id }: { id: number }): Promise<void> {
  await markAccountDeleted(tx, { id })
  await tx
    .update(accounts)
    .set({ name: erasedName, erasedAt: sql`now()` })
    .where(eq(accounts.id, id))
}

const erasedName = 'Данные стёрты'

export async function markInvited(tx: Db, { id }: { id: number }): Promise<void> {
  await tx
    .update(accounts)
    .set({ invitedAt: sql`now()` })
    .where(eq(accounts.id, id))
}

export async function replaceAllottedContracts(
  tx: Db,
  { accountId, contractIds }: { accountId: number; contractIds: readonly number[] },
): Promise<void> {
  await tx.delete(accountContracts).where(eq(accountContracts.accountId, accountId))
  if (contractIds.length === 0) return
  await tx.insert(accountContracts).values(contractIds.map((contractId) => ({ accountId, contractId })))
}

/** People of an organisation that is merged into another one. Returns those who are not deleted. */
export async function moveAccountsOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number; deleted: boolean }>(sql`
    update accounts set organisation_id = ${toId} where organisation_id = ${fromId}
    returning id, deleted_at is not null as deleted`)
  return rows.flatMap(({ id, deleted }) => (deleted ? [] : id)).toSorted((one, other) => one - other)
}

function idOf(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error('the row was not inserted')
  return row.id
}
