import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { visitorWarehouseCode } from '#shared/constants.ts'
import { rightsOf, type Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { warehouses } from '#server/platform/db/schema/catalogue.ts'
import { contracts, contractWarehouses, contragents, organisations } from '#server/platform/db/schema/organisations.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

export type NamedRecord = { id: number; code1c: string; name: string }

export async function listWarehouses(db: Db): Promise<NamedRecord[]> {
  return db
    .select({ id: warehouses.id, code1c: warehouses.code1c, name: warehouses.name })
    .from(warehouses)
    .where(ne(warehouses.code1c, visitorWarehouseCode))
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

export async function readOrganisation(db: Db, { id }: { id: number }) {
  const [found] = await db
    .select({ name: organisations.name, personalManagerId: organisations.personalManagerId })
    .from(organisations)
    .where(eq(organisations.id, id))
  return found
}

const isAdministrator = holds(sql`${accounts}`, 'staff.settings')

/** Locks both, so that sign-ins of the account wait. Returns the administrators who can sign in. */
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

export async function readContragent(db: Db, { id }: { id: number }) {
  const [found] = await db.select().from(contragents).where(eq(contragents.id, id))
  return found
}

export async function findContract(db: Db, { contragentId, number }: { contragentId: number; number: string }) {
  const [found] = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.contragentId, contragentId), eq(contracts.number, number)))
  return found
}

/** Terms, and warehouses in order of preference; without the debt figures of 1C. */
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
