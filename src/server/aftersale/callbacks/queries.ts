import { sql } from 'drizzle-orm'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type NewCallback = {
  phone: string
  name: string
  wanted: string
  callAt: Date
  accountId: number | null
  organisationId: number | null
}

/** Adds a request unless the same phone has an open one; answers its id, undefined where one is open already. */
export async function insertCallback(tx: Db, request: NewCallback): Promise<number | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('callback'), hashtext(${request.phone}))`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into callbacks (phone, name, wanted, wanted_at, account_id, organisation_id)
    select ${request.phone}, ${request.name}, ${request.wanted}, ${request.callAt.toISOString()}::timestamptz,
      ${request.accountId}::int, ${request.organisationId}::int
    where not exists (select from callbacks where phone = ${request.phone} and done_at is null
      and account_id is not distinct from ${request.accountId}::int)
    returning id`)
  return rows[0]?.id
}

export type LockedCall = { id: number; organisationId: number | null; open: boolean; assigneeId: number | null }

/** Holds a request of the caller's customers or of a guest. */
export async function lockCallback(
  tx: Db,
  { actor, id }: { actor: StaffActor; id: number },
): Promise<LockedCall | undefined> {
  const { rows } = await tx.execute<LockedCall>(sql`
    select id, organisation_id as "organisationId", done_at is null as open, assignee_id as "assigneeId" from callbacks
    where id = ${id} and (organisation_id is null or ${isCustomerOf(actor, sql`organisation_id`)}) for update`)
  return rows[0]
}

export async function assignCallback(tx: Db, { id, assigneeId }: { id: number; assigneeId: number }): Promise<void> {
  await tx.execute(sql`
    update callbacks set assignee_id = ${assigneeId} where id = ${id} and assignee_id is distinct from ${assigneeId}`)
}

export async function setCallbackNote(tx: Db, { id, note }: { id: number; note: string }): Promise<void> {
  await tx.execute(sql`update callbacks set note = ${note} where id = ${id} and note <> ${note}`)
}

export async function finishCallback(
  tx: Db,
  { id, by, result }: { id: number; by: StaffActor; result: string },
): Promise<void> {
  await tx.execute(sql`
    update callbacks set done_at = now(), done_by = ${by.name}, result = ${result},
      assignee_id = coalesce(assignee_id, ${by.accountId}) where id = ${id} and done_at is null`)
}

/** Deletes requests of guests made before that instant, called or not. Returns their ids. */
export async function deleteGuestCallbacks(tx: Db, { before }: { before: Date }): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    delete from callbacks where account_id is null and created_at < ${before.toISOString()}::timestamptz returning id`)
  return rows.map(({ id }) => id)
}
