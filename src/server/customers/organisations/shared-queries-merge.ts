import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { contragents, organisations } from '#server/platform/db/schema/organisations.ts'

type Merged = { fromId: number; toId: number }

export type MergedContragent = {
  id: number
  organisationId: number
  company: string
  inn: string
  kpp: string
  /** Ид in 1C. */
  code1c: string | null
  status: string
  /** Of all requisites. */
  version: string
}

/** Contragents of both, without deleted ones. */
export async function listContragentsOf(db: Db, ids: readonly number[]): Promise<MergedContragent[]> {
  const { rows } = await db.execute<MergedContragent>(sql`
    select id, organisation_id as "organisationId", company, inn, kpp, code1c, status, md5(g::text) as version
    from contragents g
    where organisation_id = any(${sql.param([...ids])}::int[]) and status <> 'deleted' order by id`)
  return rows
}

export type MergedContract = {
  id: number
  organisationId: number
  contragentId: number
  number: string
  code1c: string | null
}

export async function listContractsOf(db: Db, ids: readonly number[]): Promise<MergedContract[]> {
  const { rows } = await db.execute<MergedContract>(sql`
    select id, organisation_id as "organisationId", contragent_id as "contragentId", number, code1c from contracts
    where organisation_id = any(${sql.param([...ids])}::int[]) order by id`)
  return rows
}

/**
 * Waits for orders being placed under the contracts of both, then for whatever else refers to the organisations, and
 * keeps both from adding anything until the end: what comes after it goes to the one that stays, by trigger.
 */
export async function lockForMerge(tx: Db, { fromId, toId }: Merged): Promise<void> {
  await tx.execute(sql`select from contracts where organisation_id in (${fromId}, ${toId}) order by id for update`)
  await tx.execute(sql`select from organisations where id in (${fromId}, ${toId}) order by id for update`)
}

export async function moveContractsOf(tx: Db, { fromId, toId }: Merged): Promise<number[]> {
  await tx.execute(sql`update contragents set organisation_id = ${toId} where organisation_id = ${fromId}`)
  const { rows } = await tx.execute<{ id: number }>(
    sql`update contracts set organisation_id = ${toId} where organisation_id = ${fromId} returning id`,
  )
  return rows.map(({ id }) => id)
}

export type WholeContragent = typeof contragents.$inferSelect

export async function getWholeContragent(tx: Db, { id }: { id: number }): Promise<WholeContragent> {
  const [row] = await tx.select().from(contragents).where(eq(contragents.id, id))
  if (row === undefined) throw new Error('the contragent is gone')
  return row
}

/** The contracts of a contragent belong to the other one. */
export async function moveContractsOfContragent(tx: Db, { fromId, toId }: Merged): Promise<void> {
  await tx.execute(sql`update contracts set contragent_id = ${toId} where contragent_id = ${fromId}`)
}

/** Nothing refers to it any more. */
export async function deleteContragent(tx: Db, { id }: { id: number }): Promise<void> {
  await tx.delete(contragents).where(eq(contragents.id, id))
}

/** Nothing is left of the organisation but its name, and where it went. Those merged into it before follow. */
export async function closeMerged(tx: Db, { fromId, toId }: Merged): Promise<void> {
  await tx
    .update(organisations)
    .set({ status: 'blocked', mergedIntoId: toId, mergedAt: sql`now()` })
    .where(eq(organisations.id, fromId))
  await tx.update(organisations).set({ mergedIntoId: toId }).where(eq(organisations.mergedIntoId, fromId))
}
