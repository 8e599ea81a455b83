import { and, asc, eq, sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { consignees } from '#server/platform/db/schema/organisations.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

export type PowerOfAttorneyFile = { key: string; name: string; type: 'pdf' | 'jpg' | 'png'; sizeBytes: number }

export type ConsigneeFields = {
  surname: string
  name: string
  patronymic: string
  phone: string
  company: string
  comment: string
  attorneyNumber: string
  attorneyDate: Day | null
  attorneyValidTo: Day | null
}

export type StoredConsignee = ConsigneeFields & { id: number; file: PowerOfAttorneyFile | null }

type Of = { organisationId: number }

const columns = {
  id: consignees.id,
  surname: consignees.surname,
  name: consignees.name,
  patronymic: consignees.patronymic,
  phone: consignees.phone,
  company: consignees.company,
  comment: consignees.comment,
  attorneyNumber: consignees.attorneyNumber,
  attorneyDate: consignees.attorneyDate,
  attorneyValidTo: consignees.attorneyValidTo,
  file: sql<PowerOfAttorneyFile | null>`case when ${consignees.fileKey} is not null then jsonb_build_object(
    'key', ${consignees.fileKey}, 'name', ${consignees.fileName}, 'type', ${consignees.fileType},
    'sizeBytes', ${consignees.fileBytes}) end`,
}

const isOfOrganisation = ({ organisationId }: Of) =>
  and(eq(consignees.organisationId, organisationId), eq(consignees.deleted, false))

export async function listConsignees(db: Db, of: Of): Promise<StoredConsignee[]> {
  return db
    .select(columns)
    .from(consignees)
    .where(isOfOrganisation(of))
    .orderBy(asc(consignees.surname), asc(consignees.name), asc(consignees.id))
}

export async function findConsignee(db: Db, { id, ...of }: Of & { id: number }): Promise<StoredConsignee | undefined> {
  const [found] = await db
    .select(columns)
    .from(consignees)
    .where(and(isOfOrganisation(of), eq(consignees.id, id)))
  return found
}

/** Serialises changes of an organisation's consignees. */
export async function lockConsignees(tx: Db, { organisationId }: Of): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(20261125, ${organisationId})`)
}

export async function insertConsignee(db: Db, row: Of & ConsigneeFields): Promise<number> {
  const [inserted] = await db.insert(consignees).values(row).returning({ id: consignees.id })
  return inserted?.id ?? 0
}

export async function updateConsignee(db: Db, { id, ...fields }: { id: number } & ConsigneeFields): Promise<void> {
  await db.update(consignees).set(fields).where(eq(consignees.id, id))
}

export async function setFile(db: Db, { id, file }: { id: number; file: PowerOfAttorneyFile | null }): Promise<void> {
  await db
    .update(consignees)
    .set({
      fileKey: file?.key ?? null,
      fileName: file?.name ?? '',
      fileType: file?.type ?? null,
      fileBytes: file?.sizeBytes ?? null,
    })
    .where(eq(consignees.id, id))
}

export async function markDeleted(db: Db, { id }: { id: number }): Promise<void> {
  await db.update(consignees).set({ deleted: true }).where(eq(consignees.id, id))
}

export type Expiring = {
  id: number
  header: string
  attorneyNumber: string
  validTo: Day
  /** Accounts that may attach a new one. */
  owners: { id: number; login: string }[]
}

/** Consignees whose power of attorney ends in this range, with the accounts to notify. */
export async function listExpiring(db: Db, { from, to }: { from: Day; to: Day }): Promise<Expiring[]> {
  const { rows } = await db.execute<Expiring>(sql`
    select c.id, concat_ws(' ', c.surname, c.name, nullif(c.patronymic, '')) as header,
      c.attorney_number as "attorneyNumber", c.attorney_valid_to::text as "validTo",
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'login', a.login)), '[]') from accounts a
        where a.organisation_id = c.organisation_id and a.enabled and ${holds(sql`a`, 'organisation.manage')}) as owners
    from consignees c join organisations o on o.id = c.organisation_id and o.status = 'active' and not o.demo
    where not c.deleted and c.attorney_valid_to between ${from} and ${to}
    order by c.id`)
  return rows
}
