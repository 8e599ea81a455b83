import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Blocks the visitors' organisations, so that nothing is added while they are deleted; returns the first ones. */
export async function blockVisitors(tx: Db, { limit }: { limit: number }): Promise<number[]> {
  await tx.execute(sql`update organisations set status = 'blocked' where demo and status <> 'blocked'`)
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from organisations where demo order by id limit ${limit} for update`,
  )
  return rows.map(({ id }) => id)
}

export async function countVisitors(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from organisations where demo and status = 'active'`)
  return rows[0]?.count ?? 0
}

/** False: the night is deleting the visitor, or has. Kept from doing so until the transaction ends. */
export async function lockVisitor(tx: Db, { organisationId }: { organisationId: number }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from organisations where id = ${organisationId} and demo and status = 'active' for share`)
  return rows.length > 0
}

export async function deleteContractsOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  const ids = sql.param(organisationIds)
  await tx.execute(sql`delete from contracts where organisation_id = any(${ids}::int[])`)
  await tx.execute(sql`delete from contragents where organisation_id = any(${ids}::int[])`)
}

/** Last step; their accounts have been deleted already. */
export async function deleteOrganisations(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`delete from organisations where id = any(${sql.param(organisationIds)}::int[]) and demo`)
}
