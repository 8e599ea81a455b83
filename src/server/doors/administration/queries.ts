import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { rightsOf, type Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { priceTypes, warehouses } from '#server/platform/db/schema/catalogue.ts'
import {
  contracts,
  contractWarehouses,
  contragents,
  organisations,
  personalManagers,
} from '#server/platform/db/schema/organisations.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

export type Named = { id: number; code1c: string; name: string }

export async function listPriceTypes(db: Db): Promise<Named[]> {
  return db
    .select({ id: priceTypes.id, code1c: priceTypes.code1c, name: priceTypes.name })
    .from(priceTypes)
    .orderBy(priceTypes.name, priceTypes.id)
}

export async function listWarehouses(db: Db): Promise<Named[]> {
  return db
    .select({ id: warehouses.id, code1c: warehouses.code1c, name: warehouses.name })
    .from(warehouses)
    .orderBy(warehouses.name, warehouses.id)
}

export async function findAccount(db: Db, { login }: { login: string }) {
  const [found] = await db
    .select({
      id: accounts.id,
      login: accounts.login,
      role: sql<Role>`${accounts.role}`,
      grants: accounts.grants,
      organisationId: accounts.organisationId,
      name: accounts.name,
      phone: accounts.phone,
      enabled: accounts.enabled,
      personalManagerId: accounts.personalManagerId,
    })
    .from(accounts)
    .where(eq(accounts.login, login))
  return found && { ...found, rights: rightsOf(found) }
}

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

/** The card that a salesperson's customers see as their personal manager. */
export async function insertPersonalManager(
  db: Db,
  card: { name: string; phone: string; email: string },
): Promise<number> {
  const [row] = await db.insert(personalManagers).values(card).returning({ id: personalManagers.id })
  return idOf(row)
}

export async function readOrganisation(db: Db, { id }: { id: number }) {
  const [found] = await db
    .select({ name: organisations.name, personalManagerId: organisations.personalManagerId })
    .from(organisations)
    .where(eq(organisations.id, id))
  return found
}

export async function setPersonalManager(
  db: Db,
  { organisationId, personalManagerId }: { organisationId: number; personalManagerId: number },
): Promise<void> {
  await db.update(organisations).set({ personalManagerId }).where(eq(organisations.id, organisationId))
}

export async function updatePassword(
  db: Db,
  { accountId, passwordHash }: { accountId: number; passwordHash: string },
): Promise<void> {
  await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId))
}

const isAdministrator = holds(sql`${accounts}`, 'staff.settings')

/** Locks both, and sign-ins of that account wait. Answers the administrators who can sign in. */
export async function lockAccountAndAdministrators(
  tx: Db,
  { login }: { login: string },
): Promise<{ enabledAdministrators: number[] }> {
  const locked = await tx
    .select({ id: accounts.id, isAdministrator: sql<boolean>`${isAdministrator}`, enabled: accounts.enabled })
    .from(accounts)
    .where(or(eq(accounts.login, login), isAdministrator))
    .orderBy(accounts.id)
    .for('update')
  return {
    enabledAdministrators: locked.filter((account) => account.isAdministrator && account.enabled).map(({ id }) => id),
  }
}

export type AccountChange = Partial<
  Pick<typeof accounts.$inferSelect, 'login' | 'role' | 'enabled' | 'personalManagerId'>
>

export async function updateAccount(db: Db, { id, set }: { id: number; set: AccountChange }): Promise<void> {
  await db.update(accounts).set(set).where(eq(accounts.id, id))
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

export async function listContragents(db: Db, { inn }: { inn: string }) {
  return db
    .select({
      id: contragents.id,
      organisationId: contragents.organisationId,
      company: contragents.company,
      kpp: contragents.kpp,
    })
    .from(contragents)
    .where(eq(contragents.inn, inn))
}

export async function insertOrganisation(db: Db, { name }: { name: string }): Promise<number> {
  const [row] = await db.insert(organisations).values({ name }).returning({ id: organisations.id })
  return idOf(row)
}

export async function insertContragent(db: Db, contragent: typeof contragents.$inferInsert): Promise<number> {
  const [row] = await db.insert(contragents).values(contragent).returning({ id: contragents.id })
  return idOf(row)
}

export async function readContragent(db: Db, { id }: { id: number }) {
  const [found] = await db.select().from(contragents).where(eq(contragents.id, id))
  return found
}

export async function updateContragent(
  db: Db,
  { id, ...set }: { id: number } & Partial<typeof contragents.$inferInsert>,
): Promise<void> {
  if (Object.keys(set).length > 0) await db.update(contragents).set(set).where(eq(contragents.id, id))
}

export async function findContract(db: Db, { contragentId, number }: { contragentId: number; number: string }) {
  const [found] = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.contragentId, contragentId), eq(contracts.number, number)))
  return found
}

/** Its terms and its warehouses in order of preference; without 1C's figures of debt. */
export async function readContract(db: Db, { id }: { id: number }) {
  const [found] = await db.select().from(contracts).where(eq(contracts.id, id))
  if (!found) throw new Error('the contract of this transaction is gone')
  const allowed = await db
    .select({ id: contractWarehouses.warehouseId })
    .from(contractWarehouses)
    .where(eq(contractWarehouses.contractId, id))
    .orderBy(asc(contractWarehouses.position))
  const { debtKopecks: _debt, advanceKopecks: _advance, id: _id, organisationId: _organisation, ...terms } = found
  return { ...terms, warehouses: allowed.map((warehouse) => warehouse.id) }
}

export type ContractTerms = Partial<
  Omit<typeof contracts.$inferInsert, 'id' | 'organisationId' | 'contragentId' | 'number'>
>

export async function insertContract(db: Db, contract: typeof contracts.$inferInsert): Promise<number> {
  const [row] = await db.insert(contracts).values(contract).returning({ id: contracts.id })
  return idOf(row)
}

export async function updateContract(db: Db, { id, terms }: { id: number; terms: ContractTerms }): Promise<void> {
  if (Object.keys(terms).length > 0) await db.update(contracts).set(terms).where(eq(contracts.id, id))
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

/** Two concurrent commands must not create the same contragent twice. */
export async function lockContracts(tx: Db): Promise<void> {
  await tx.execute(sql`lock table contracts in share row exclusive mode`)
}

export async function listContracts(db: Db) {
  const { rows } = await db.execute<{
    company: string
    inn: string
    number: string
    signed: string
    priceType: string
    rrcType: string | null
    warehouses: string | null
    owners: string | null
    stopped: boolean
  }>(sql`
    select g.company, g.inn, c.number, to_char(c.signed_on, 'DD.MM.YYYY') as signed, p.name as "priceType", r.name
      as "rrcType",
      c.stop_orders as stopped,
      (select string_agg(w.name, ', ' order by cw.position) from contract_warehouses cw join warehouses w
        on w.id = cw.warehouse_id where cw.contract_id = c.id) as warehouses,
      (select string_agg(a.login::text || case when a.enabled then '' else ' (отключён)' end, ', ' order by a.id)
        from accounts a where a.organisation_id = c.organisation_id
        and ${holds(sql`a`, 'contract.all')}) as owners
    from contracts c join contragents g on g.id = c.contragent_id join price_types p on p.id = c.price_type_id
      left join price_types r on r.id = c.rrc_type_id
    order by g.company, c.number`)
  return rows
}

export async function listStaff(db: Db) {
  return db
    .select({ login: accounts.login, role: accounts.role, name: accounts.name, enabled: accounts.enabled })
    .from(accounts)
    .where(isNull(accounts.organisationId))
    .orderBy(accounts.role, accounts.login)
}

function idOf(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error('the row was not inserted')
  return row.id
}
