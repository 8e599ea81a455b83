import { sql } from 'drizzle-orm'
import { visitorWarehouseCode } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'
import { requisiteColumns, type ContragentRequisites } from '#server/customers/organisations/shared-queries-parties.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

/** Existing customers similar to an applicant, and data for new contracts. */

export type SimilarCustomer = {
  organisationId: number
  organisation: string
  contragentId: number
  company: string
  inn: string
  kpp: string
  sameParty: boolean
  sameInn: boolean
  samePhone: boolean
  sameEmail: boolean
  withoutAccounts: boolean
  hasOwner: boolean
  manager: string
  debtKopecks: number
  contracts: { id: number; number: string; signedOn: string; status: string }[]
}

const maxShown = 5

/** Contragents with the same ИНН, phone or e-mail, or people with that phone. The exact firm first. */
export async function listSimilarCustomers(
  db: Db,
  { inn, kpp, phone, email }: { inn: string; kpp: string; phone: string; email: string },
): Promise<SimilarCustomer[]> {
  const { rows } = await db.execute<SimilarCustomer>(sql`
    select o.id as "organisationId", o.name as organisation, g.id as "contragentId", g.company, g.inn, g.kpp,
      g.inn = ${inn} and g.kpp = ${kpp} as "sameParty", g.inn = ${inn} as "sameInn",
      (g.phone = ${phone} or exists (
        select from accounts a where a.organisation_id = o.id and a.phone = ${phone})) as "samePhone",
      lower(g.email) = lower(${email}) as "sameEmail",
      not exists (select from accounts a where a.organisation_id = o.id) as "withoutAccounts",
      exists (select from accounts a
        where a.organisation_id = o.id and ${holds(sql`a`, 'contract.all')} and a.enabled) as "hasOwner",
      coalesce((select m.name from personal_managers m where m.id = o.personal_manager_id), '') as manager,
      coalesce((select sum(c.debt_kopecks) from contracts c
        where c.organisation_id = o.id), 0)::bigint as "debtKopecks",
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'signedOn', c.signed_on::text,
        'status', c.status) order by c.status <> 'active', c.signed_on desc, c.id)
        from contracts c where c.contragent_id = g.id), '[]') as contracts
    from contragents g join organisations o on o.id = g.organisation_id
    where g.status <> 'deleted' and not o.demo and (g.inn = ${inn} or g.phone = ${phone}
      or lower(g.email) = lower(${email})
      or exists (select from accounts a where a.organisation_id = o.id and a.phone = ${phone}))
    order by (g.inn = ${inn} and g.kpp = ${kpp}) desc, g.inn = ${inn} desc, g.id limit ${maxShown}`)
  return rows
}

export type Option = { id: number; header: string }

export async function listWarehouses(db: Db): Promise<Option[]> {
  const { rows } = await db.execute<Option>(sql`
    select id, name as header from warehouses where code1c <> ${visitorWarehouseCode} order by name, id`)
  return rows
}

export type UsualTerms = {
  sameTown: boolean
  priceTypeId: number
  warehouses: number[]
  managerId: number | null
  payment: 'prepaid' | 'deferred'
  prepaymentPercent: number
  deferralDays: number
}

/** Terms of the latest approved contract, preferably of a firm in that town. */
export async function findUsualTerms(db: Db, { town }: { town: string }): Promise<UsualTerms | undefined> {
  const { rows } = await db.execute<UsualTerms>(sql`
    select ${town} <> '' and position(lower(${town}) in lower(r.legal_address)) > 0 as "sameTown",
      c.price_type_id as "priceTypeId", o.personal_manager_id as "managerId", c.payment,
      c.prepayment_percent as "prepaymentPercent", c.deferral_days as "deferralDays",
      array(select w.warehouse_id from contract_warehouses w where w.contract_id = c.id
        order by w.position) as warehouses
    from registration_requests r join contracts c on c.id = r.contract_id
    join organisations o on o.id = c.organisation_id
    where r.status = 'approved' order by 1 desc, r.decided_at desc limit 1`)
  return rows[0]
}

/** Contract numbers that begin with digits, to propose the next one. */
export async function listContractNumbers(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ number: string }>(sql`select number from contracts where number ~ '^[0-9]{1,9}'`)
  return rows.map(({ number }) => number)
}

export type OrganisationToJoin = {
  id: number
  name: string
  status: string
  hasOwner: boolean
  managerId: number | null
}

/** Locked, but not for rows that refer to it, such as new orders; demo visitors are excluded. */
export async function lockOrganisation(tx: Db, { id }: { id: number }): Promise<OrganisationToJoin | undefined> {
  const { rows } = await tx.execute<OrganisationToJoin>(sql`
    select o.id, o.name, o.status, o.personal_manager_id as "managerId",
      exists (select from accounts a
        where a.organisation_id = o.id and ${holds(sql`a`, 'contract.all')} and a.enabled) as "hasOwner"
    from organisations o where o.id = ${id} and not o.demo and o.merged_into_id is null for no key update`)
  return rows[0]
}

export type ContragentToLink = ContragentRequisites & { id: number; organisationId: number; status: string }

/** The contragent with this ИНН and КПП, locked. */
export async function lockContragent(
  tx: Db,
  { inn, kpp }: { inn: string; kpp: string },
): Promise<ContragentToLink | undefined> {
  const { rows } = await tx.execute<ContragentToLink>(sql`
    select g.id, g.organisation_id as "organisationId", g.status, ${requisiteColumns}
    from contragents g where g.inn = ${inn} and g.kpp = ${kpp} for update`)
  return rows[0]
}

export async function hasContract(
  tx: Db,
  { id, contragentId }: { id: number; contragentId: number },
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from contracts where id = ${id} and contragent_id = ${contragentId} for update`,
  )
  return rowCount === 1
}

/** Which of these exist. */
export async function findExisting(
  db: Db,
  {
    priceTypeId,
    warehouseIds,
    managerId,
  }: { priceTypeId: number | null; warehouseIds: number[]; managerId: number | null },
): Promise<{ priceType: boolean; warehouses: number; manager: boolean }> {
  const { rows } = await db.execute<{ priceType: boolean; warehouses: number; manager: boolean }>(sql`
    select exists (select from price_types where id = ${priceTypeId}::int and not is_rrc and base_id is null)
        as "priceType",
      (select count(*) from warehouses where id = any(${sql.param(warehouseIds)}::int[])
        and code1c <> ${visitorWarehouseCode})::int as warehouses,
      ${managerId}::int is null or exists (select from personal_managers where id = ${managerId}::int) as manager`)
  return rows[0] ?? { priceType: false, warehouses: 0, manager: false }
}

/** Owners of organisations with a contragent of this ИНН: they may add an employee themselves. */
export async function listOwnersOf(db: Db, { inn }: { inn: string }): Promise<{ id: number; login: string }[]> {
  const { rows } = await db.execute<{ id: number; login: string }>(sql`
    select distinct a.id, a.login::text as login from accounts a
    join contragents g on g.organisation_id = a.organisation_id
    where g.inn = ${inn} and g.status <> 'deleted' and ${holds(sql`a`, 'contract.all')} and a.enabled order by a.id`)
  return rows
}

export type PeopleNames = {
  assignee: string | null
  decidedBy: string | null
  organisation: string | null
  contract: { id: number; number: string; signedOn: string } | null
}

/** Names of the objects a request refers to. */
export async function findPeopleNames(
  db: Db,
  request: {
    assigneeId: number | null
    decidedById: number | null
    organisationId: number | null
    contractId: number | null
  },
): Promise<PeopleNames> {
  const { rows } = await db.execute<PeopleNames>(sql`
    select (select name from accounts where id = ${request.assigneeId}::int) as assignee,
      (select name from accounts where id = ${request.decidedById}::int) as "decidedBy",
      (select name from organisations where id = ${request.organisationId}::int) as organisation,
      (select jsonb_build_object('id', id, 'number', number, 'signedOn', signed_on::text) from contracts
        where id = ${request.contractId}::int) as contract`)
  return rows[0] ?? { assignee: null, decidedBy: null, organisation: null, contract: null }
}

/** As '№ 114-О от 12.01.2026'. */
export async function findContractTitle(db: Db, { id }: { id: number }): Promise<string> {
  const { rows } = await db.execute<{ title: string }>(
    sql`select '№ ' || number || ' от ' || to_char(signed_on, 'DD.MM.YYYY') as title from contracts where id = ${id}`,
  )
  return rows[0]?.title ?? ''
}

export type Manager = { name: string; phone: string; email: string; accountIds: number[] }

/** A personal manager's card with its accounts. */
export async function findManager(db: Db, { id }: { id: number }): Promise<Manager | undefined> {
  const { rows } = await db.execute<Manager>(sql`
    select m.name, m.phone, m.email, array(select a.id from accounts a
      where a.personal_manager_id = m.id and a.enabled order by a.id) as "accountIds"
    from personal_managers m where m.id = ${id}`)
  return rows[0]
}
