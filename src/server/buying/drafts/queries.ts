import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'

type AccountScope = { accountId: number }
type DraftScope = AccountScope & { draftId: number }

/** Over `d` = drafts: those of the account under contracts it may use. */
export const ofAccount = ({ accountId }: AccountScope): SQL =>
  sql`d.account_id = ${accountId} and d.contract_id in (select id from (${allowedContracts({ accountId })}) as allowed)`

export type DraftRow = {
  id: number
  header: string
  contractId: number
  contractNumber: string
  contragent: string
  lines: number
  sumKopecks: number
  createdAt: string
  changedAt: string
  everyDays: number | null
  task: 'remind' | 'prepare' | null
  nextOn: string | null
}

const isoText = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const draftColumns = sql`
  d.id, d.header, d.contract_id as "contractId", c.number as "contractNumber", contragent.company as contragent,
  coalesce(figures.lines, 0) as lines, coalesce(figures.sum, 0)::bigint as "sumKopecks",
    ${isoText(sql`d.created_at`)} as "createdAt",
  ${isoText(sql`d.changed_at`)} as "changedAt", d.every_days as "everyDays", d.task, d.next_on::text as "nextOn"`

const draftSources = sql`
  drafts d
  join contracts c on c.id = d.contract_id
  join contragents contragent on contragent.id = c.contragent_id
  left join lateral (
    select count(*) as lines, sum(round(line.price_kopecks::numeric * line.quantity_milli / 1000)) as sum
    from draft_lines line where line.draft_id = d.id and line.removed_at is null) figures on true`

export async function countDrafts(db: Db, scope: AccountScope): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) from drafts d where ${ofAccount(scope)} and d.removed_at is null`,
  )
  return rows[0]?.count ?? 0
}

/** Newest first. */
export async function listDraftRows(
  db: Db,
  { offset, limit, ...scope }: AccountScope & { offset: number; limit: number },
): Promise<DraftRow[]> {
  const { rows } = await db.execute<DraftRow>(sql`
    select ${draftColumns} from ${draftSources} where ${ofAccount(scope)} and d.removed_at is null
    order by d.created_at desc, d.id desc limit ${limit} offset ${offset}`)
  return rows
}

/** `lock`: locks the draft until the transaction ends. */
export async function findDraft(
  db: Db,
  { draftId, lock = false, ...scope }: DraftScope & { lock?: boolean },
): Promise<DraftRow | undefined> {
  const { rows } = await db.execute<DraftRow>(sql`
    select ${draftColumns} from ${draftSources}
    where d.id = ${draftId} and ${ofAccount(scope)} and d.removed_at is null ${lock ? sql`for update of d` : sql``}`)
  return rows[0]
}

/** Number of the account's drafts under all contracts; lock the account's row before adding one. */
export async function countSavedDrafts(db: Db, { accountId }: AccountScope): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) from drafts where account_id = ${accountId} and removed_at is null`,
  )
  return rows[0]?.count ?? 0
}

export type NewDraft = AccountScope & { contractId: number; header: string; clientKey: string | undefined }

export async function insertDraft(db: Db, { accountId, contractId, header, clientKey }: NewDraft): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into drafts (account_id, contract_id, header, client_key)
    values (${accountId}, ${contractId}, ${header}, ${clientKey ?? null}) returning id`)
  return rows[0]?.id ?? 0
}

export async function findByKey(
  db: Db,
  { accountId, clientKey }: AccountScope & { clientKey: string },
): Promise<{ id: number; header: string } | undefined> {
  const { rows } = await db.execute<{ id: number; header: string }>(
    sql`select id, header from drafts where account_id = ${accountId} and client_key = ${clientKey}`,
  )
  return rows[0]
}

type Named = { id: number; header: string }

export async function renameDraft(
  db: Db,
  { header, draftId, ...scope }: DraftScope & { header: string },
): Promise<Named | undefined> {
  const { rows } = await db.execute<Named>(sql`
    update drafts d set header = ${header}, changed_at = now()
    where d.id = ${draftId} and ${ofAccount(scope)} and d.removed_at is null returning d.id, d.header`)
  return rows[0]
}

/** Idempotent. */
export async function removeDraft(db: Db, { draftId, ...scope }: DraftScope): Promise<Named | undefined> {
  const { rows } = await db.execute<Named>(sql`
    update drafts d set removed_at = coalesce(d.removed_at, now()) where d.id = ${draftId} and ${ofAccount(scope)}
    returning d.id, d.header`)
  return rows[0]
}

/** Whether the account has placed an order under the contract of one of the drafts since it was saved. */
export async function hasOrderSince(
  tx: Db,
  { accountId, draftIds }: AccountScope & { draftIds: readonly number[] },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from drafts d join orders o on o.account_id = d.account_id and o.contract_id = d.contract_id
    where d.account_id = ${accountId} and d.id = any(${sql.param([...draftIds])}::int[])
      and o.created_at >= d.created_at limit 1`)
  return rows.length > 0
}

/** Removes those of the drafts that nobody has changed since they were saved. */
export async function removeUnchanged(
  tx: Db,
  { accountId, contractId, draftIds }: AccountScope & { contractId: number; draftIds: readonly number[] },
): Promise<void> {
  await tx.execute(sql`
    update drafts set removed_at = now()
    where account_id = ${accountId} and contract_id = ${contractId} and id = any(${sql.param([...draftIds])}::int[])
      and removed_at is null and changed_at = created_at`)
}

export async function restoreDraft(db: Db, { draftId, ...scope }: DraftScope): Promise<Named | undefined> {
  const { rows } = await db.execute<Named>(sql`
    update drafts d set removed_at = null where d.id = ${draftId} and ${ofAccount(scope)} returning d.id, d.header`)
  return rows[0]
}

export async function touchDraft(db: Db, { draftId }: { draftId: number }): Promise<void> {
  await db.execute(sql`update drafts set changed_at = now() where id = ${draftId}`)
}

/** Deletes expired removed drafts and lines; returns the number of drafts. */
export async function deleteRemoved(db: Db): Promise<number> {
  await db.execute(sql`delete from draft_lines where removed_at < now() - interval '1 day'`)
  const { rowCount } = await db.execute(sql`delete from drafts where removed_at < now() - interval '1 day'`)
  return rowCount ?? 0
}
