import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import {
  contracts,
  contractWarehouses,
  contragents,
  organisations,
  personalManagers,
} from '#server/platform/db/schema/organisations.ts'

/** Contact card shown to customers as their personal manager. */
export async function insertPersonalManager(
  db: Db,
  card: { name: string; phone: string; email: string },
): Promise<number> {
  const [row] = await db.insert(personalManagers).values(card).returning({ id: personalManagers.id })
  return idOf(row)
}

export async function setPersonalManager(
  db: Db,
  { organisationId, personalManagerId }: { organisationId: number; personalManagerId: number | null },
): Promise<void> {
  await db.update(organisations).set({ personalManagerId }).where(eq(organisations.id, organisationId))
}

export async function updatePersonalManagerEmail(
  db: Db,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  await db
    .update(personalManagers)
    .set({ email: to })
    .where(and(eq(personalManagers.id, id), eq(personalManagers.email, from)))
}

export async function insertOrganisation(
  db: Db,
  { name, demo = false }: { name: string; demo?: boolean },
): Promise<number> {
  const [row] = await db.insert(organisations).values({ name, demo }).returning({ id: organisations.id })
  return idOf(row)
}

/** Serialises changes of an organisation; rows that refer to it, such as new orders, do not wait. Returns its name. */
export async function lockOrganisation(tx: Db, { organisationId }: { organisationId: number }): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from organisations where id = ${organisationId} for no key update`,
  )
  return rows[0]?.name ?? ''
}

export async function insertContragent(db: Db, contragent: typeof contragents.$inferInsert): Promise<number> {
  const [row] = await db.insert(contragents).values(contragent).returning({ id: contragents.id })
  return idOf(row)
}

/** The day of the check against the company register stays while what was checked does, or a new one is given. */
export async function updateContragent(
  db: Db,
  { id, ...set }: { id: number } & Partial<typeof contragents.$inferInsert>,
): Promise<void> {
  if (Object.keys(set).length === 0) return
  const registerChecked = set.registerChecked === undefined ? checkedIfSame(set) : set.registerChecked
  await db
    .update(contragents)
    .set({ ...set, registerChecked })
    .where(eq(contragents.id, id))
}

function checkedIfSame(set: Partial<typeof contragents.$inferInsert>): SQL {
  const kept = registeredColumns.flatMap((name) =>
    set[name] === undefined ? [] : sql`${contragents[name]} = ${set[name]}`,
  )
  return sql`case when ${sql.join([sql`true`, ...kept], sql` and `)} then ${contragents.registerChecked} end`
}

/** What the company register says of a contragent. */
const registeredColumns = [
  'legalForm',
  'inn',
  'kpp',
  'ogrn',
  'company',
  'fullName',
  'legalAddress',
  'headName',
  'headPost',
] as const

export type ContractTerms = Partial<
  Omit<typeof contracts.$inferInsert, 'id' | 'organisationId' | 'contragentId' | 'number'>
>

export async function insertContract(db: Db, contract: typeof contracts.$inferInsert): Promise<number> {
  const [row] = await db.insert(contracts).values(contract).returning({ id: contracts.id })
  return idOf(row)
}

export async function updateContract(
  db: Db,
  { id, terms }: { id: number; terms: ContractTerms & { number?: string } },
): Promise<void> {
  if (Object.keys(terms).length > 0) await db.update(contracts).set(terms).where(eq(contracts.id, id))
}

/**
 * Writes balances of contracts from a relation of (contract_id, debt_kopecks, advance_kopecks). Locks contracts by id.
 */
export async function setBalances(tx: Db, balances: SQL): Promise<void> {
  await tx.execute(sql`
    with balances as (${balances}), locked as (
      select c.id from contracts c join balances on balances.contract_id = c.id
      where (c.debt_kopecks, c.advance_kopecks) <> (balances.debt_kopecks, balances.advance_kopecks)
      order by c.id for no key update of c)
    update contracts c set debt_kopecks = balances.debt_kopecks, advance_kopecks = balances.advance_kopecks
    from balances join locked on locked.id = balances.contract_id where c.id = locked.id`)
}

export async function replaceWarehouses(
  db: Db,
  { contractId, warehouseIds }: { contractId: number; warehouseIds: number[] },
): Promise<void> {
  await db.delete(contractWarehouses).where(eq(contractWarehouses.contractId, contractId))
  await db
    .insert(contractWarehouses)
    .values(warehouseIds.map((warehouseId, position) => ({ contractId, warehouseId, position })))
}

/** Waits for orders being placed under the contragent's contracts, and blocks new ones. */
export async function lockContractsOf(
  tx: Db,
  { organisationId, contragentId }: { organisationId: number; contragentId: number },
): Promise<void> {
  await tx.execute(sql`
    select from contracts where organisation_id = ${organisationId} and contragent_id = ${contragentId}
    order by id for update`)
}

/** Prevents concurrent commands from creating the same contragent twice. */
export async function lockContracts(tx: Db): Promise<void> {
  await tx.execute(sql`lock table contracts in share row exclusive mode`)
}

function idOf(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error('the row was not inserted')
  return row.id
}
