import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { claimFiles, claimLines, claimMessages, claims } from '#server/platform/db/schema/claims.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import type { StoredClaim, StoredFile } from './queries.ts'

type NewClaim = Omit<typeof claims.$inferInsert, 'number'>

export async function insertClaim(tx: Db, claim: NewClaim): Promise<{ id: number; number: string }> {
  const number = sql`'RK-' || nextval('claim_numbers')`
  const [inserted] = await tx
    .insert(claims)
    .values({ ...claim, number })
    .returning({ id: claims.id, number: claims.number })
  return inserted ?? { id: 0, number: '' }
}

export async function insertLines(tx: Db, rows: (typeof claimLines.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(claimLines).values(rows)
}

export async function updateClaim(
  tx: Db,
  { id, ...set }: { id: number } & Partial<typeof claims.$inferInsert>,
): Promise<void> {
  await tx.update(claims).set(set).where(eq(claims.id, id))
}

export type LineDecision = {
  position: number
  acceptedMilli: number
  settleBy: 'replacement' | 'credit' | null
  reason: string
}

export async function saveDecisions(
  tx: Db,
  { claimId, lines }: { claimId: number; lines: readonly LineDecision[] },
): Promise<void> {
  await tx.execute(sql`
    update claim_lines l set accepted_milli = d."acceptedMilli", settle_by = d."settleBy", reason = d.reason
    from json_to_recordset(${JSON.stringify(lines)}::json) as d(position int, "acceptedMilli" bigint, "settleBy" text,
      reason text)
    where l.claim_id = ${claimId} and l.position = d.position`)
}

/** Moves the mark only forward, and no further than the last message. */
export async function markRead(
  db: Db,
  { claimId, accountId, messageId }: { claimId: number; accountId: number; messageId: number },
): Promise<void> {
  await db.execute(sql`
    insert into claim_reads as r (claim_id, account_id, message_id)
    select ${claimId}, ${accountId}, max(id) from claim_messages where claim_id = ${claimId} and id <= ${messageId}
    having max(id) is not null
    on conflict (claim_id, account_id) do update set message_id = excluded.message_id, at = now()
      where r.message_id < excluded.message_id`)
}

type NewMessage = typeof claimMessages.$inferInsert

/** Writing marks earlier messages as read. Undefined: the message exists already. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<number | undefined> {
  const [inserted] = await tx
    .insert(claimMessages)
    .values(message)
    .onConflictDoNothing()
    .returning({ id: claimMessages.id })
  const { claimId, accountId } = message
  if (inserted && accountId) await markRead(tx, { claimId, accountId, messageId: inserted.id })
  return inserted?.id
}

export async function insertFile(
  db: Db,
  { accountId, key, name, type, sizeBytes }: Omit<StoredFile, 'id'> & { accountId: number },
): Promise<number> {
  const [inserted] = await db
    .insert(claimFiles)
    .values({ accountId, key, name, type, sizeBytes })
    .returning({ id: claimFiles.id })
  return inserted?.id ?? 0
}

/** Attaches the account's uploaded files to a claim; returns their types. */
export async function attachFiles(
  tx: Db,
  { claimId, accountId, ids }: { claimId: number; accountId: number; ids: readonly number[] },
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .update(claimFiles)
    .set({ claimId })
    .where(and(inArray(claimFiles.id, [...ids]), eq(claimFiles.accountId, accountId), isNull(claimFiles.claimId)))
    .returning({ type: claimFiles.type })
  return rows.map(({ type }) => type)
}

/** Deletes uploads without a claim after a day; returns their keys. */
export async function deleteUnattachedFiles(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(
    sql`delete from claim_files where claim_id is null and created_at < now() - interval '1 day' returning key`,
  )
  return rows.map(({ key }) => key)
}

export type Recipient = { accountId: number }

/** The author, if they may see the claim, and the heads. */
export async function listRecipients(
  db: Db,
  { filedById, organisationId, contractId }: Pick<StoredClaim, 'filedById' | 'organisationId' | 'contractId'>,
): Promise<Recipient[]> {
  const { rows } = await db.execute<Recipient>(sql`
    select a.id as "accountId" from accounts a
    where a.organisation_id = ${organisationId} and a.enabled and (${holds(sql`a`, 'contract.all')}
      or a.id = ${filedById} and ${holds(sql`a`, 'claim.view')} and ${contractId} in (
        select id from (${allowedContracts({ accountId: filedById })}) k))`)
  return rows
}

/** Staff who may be assigned. */
export async function listColleagues(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select id, coalesce(nullif(name, ''), login) as name from accounts a
    where enabled and ${holds(sql`a`, 'staff.claims')} order by name, id`)
  return rows
}
