import { sql } from 'drizzle-orm'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type NewCallback = {
  phone: string
  name: string
  wanted: string
  accountId: number | null
  organisationId: number | null
}

/** Adds a request unless the same phone has an open one; answers its id, undefined where one is open already. */
export async function insertCallback(tx: Db, request: NewCallback): Promise<number | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('callback'), hashtext(${request.phone}))`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into callbacks (phone, name, wanted, account_id, organisation_id)
    select ${request.phone}, ${request.name}, ${request.wanted}, ${request.accountId}::int,
      ${request.organisationId}::int
    where not exists (select from callbacks where phone = ${request.phone} and done_at is null
      and account_id is not distinct from ${request.accountId}::int)
    returning id`)
  return rows[0]?.id
}

/** False: no such request of the caller's customers. Again changes nothing. */
export async function changeCallback(
  db: Db,
  { actor, id, result }: { actor: StaffActor; id: number; result: string | null },
): Promise<boolean> {
  const seen = sql`id = ${id} and (organisation_id is null or ${isCustomerOf(actor, sql`organisation_id`)})`
  const { rows } = await db.execute(sql`select from callbacks where ${seen}`)
  if (rows.length === 0) return false
  await db.execute(
    result === null
      ? sql`update callbacks set assignee_id = ${actor.accountId}
          where ${seen} and done_at is null and assignee_id is distinct from ${actor.accountId}`
      : sql`update callbacks set done_at = now(), done_by = ${actor.name}, result = ${result},
          assignee_id = coalesce(assignee_id, ${actor.accountId}) where ${seen} and done_at is null`,
  )
  return true
}
