import { sql, type SQL } from 'drizzle-orm'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isDelivered } from './requests/queries-delivered.ts'

export type FileState = 'queued' | 'running' | 'ready' | 'failed'

export type FileRow = {
  id: number
  token: string
  name: string
  contractId: number
  categoryIds: number[]
  availableOnly: boolean
  state: FileState
  doneRows: number
  totalRows: number
  key: string | null
  sizeBytes: number | null
  /** ISO 8601. */
  createdAt: string
}

/** Namespace of the advisory locks that serialise price list orders of one account. */
const accountLock = 611_007

/** Serialises orders of one account until the transaction ends, so that concurrent equal requests create one file. */
export async function lockAccount(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${accountLock}, ${accountId})`)
}

export const fileColumns = sql`
  file.id, file.token, file.name, file.contract_id as "contractId", file.category_ids as "categoryIds",
  file.available_only as "availableOnly", file.state, file.done_rows as "doneRows", file.total_rows as "totalRows",
  file.key, file.size_bytes as "sizeBytes",
  to_char(file.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`

export type FileInput = {
  accountId: number
  contractId: number
  categoryIds: readonly number[]
  availableOnly: boolean
}

/** The current price politics of an account. */
export const politicsOf = (accountId: SQL) => sql`(select price_politics from accounts where id = ${accountId})`

/** Over `file`: written under the price politics that its account has now. */
const isUnderOwnPolitics = sql`file.price_politics = ${politicsOf(sql`file.account_id`)}`

const intArray = (ids: readonly number[]) => sql`${sql.param([...ids])}::int[]`

/** An equal price list requested recently that is not finished yet. */
export async function findDuplicateInProgress(
  tx: Db,
  input: FileInput,
  { withinSeconds }: { withinSeconds: number },
): Promise<FileRow | undefined> {
  const { rows } = await tx.execute<FileRow>(sql`
    select ${fileColumns} from price_list_files file
    where file.account_id = ${input.accountId} and file.contract_id = ${input.contractId}
      and file.category_ids = ${intArray(input.categoryIds)}
      and file.available_only = ${input.availableOnly} and file.state in ('queued', 'running')
        and file.request_id is null and ${isUnderOwnPolitics}
      and file.created_at > now() - make_interval(secs => ${withinSeconds})
    order by file.id desc limit 1`)
  return rows[0]
}

export async function countFiles(
  tx: Db,
  { accountId }: { accountId: number },
): Promise<{ unfinished: number; lastHour: number }> {
  const { rows } = await tx.execute<{ unfinished: number; lastHour: number }>(sql`
    select count(*) filter (where state in ('queued', 'running')) as unfinished,
      count(*) filter (where created_at > now() - interval '1 hour') as "lastHour"
    from price_list_files where account_id = ${accountId} and request_id is null`)
  return rows[0] ?? { unfinished: 0, lastHour: 0 }
}

/** Queues a price list and notifies the writers on commit. */
export async function insertFile(
  tx: Db,
  input: FileInput & { token: string; name: string; origin: string },
): Promise<FileRow> {
  const { rows } = await tx.execute<FileRow>(sql`
    with file as (
      insert into price_list_files (token, account_id, contract_id, category_ids, available_only, price_politics, name,
        origin)
      values (${input.token}, ${input.accountId}, ${input.contractId}, ${intArray(input.categoryIds)},
        ${input.availableOnly}, ${politicsOf(sql`${input.accountId}::int`)}, ${input.name}, ${input.origin})
      returning *)
    select ${fileColumns} from file, pg_notify('price-lists', '')`)
  const [row] = rows
  if (!row) throw new Error('a price list that was queued is not there')
  return row
}

/**
 * Files the account has ordered for contracts it may still use, with prices it still sees, newest first. Answers to
 * requests are listed with the requests.
 */
export async function listFiles(
  db: Db,
  { accountId, contractId, limit }: { accountId: number; contractId: number | undefined; limit: number },
): Promise<FileRow[]> {
  const { rows } = await db.execute<FileRow>(sql`
    select ${fileColumns} from price_list_files file
    where file.account_id = ${accountId} and file.request_id is null and ${isUnderOwnPolitics}
    and file.contract_id in (select id
      from (${allowedContracts({ accountId })}) as allowed)
      and (${contractId ?? null}::int is null or file.contract_id = ${contractId ?? null}::int)
    order by file.id desc limit ${limit}`)
  return rows
}

/**
 * The file with this token, if it belongs to the account and the account may still use its contract and see its prices.
 * A file of a request is visible once the request is answered.
 */
export async function findFile(
  db: Db,
  { accountId, token }: { accountId: number; token: string },
): Promise<FileRow | undefined> {
  const { rows } = await db.execute<FileRow>(sql`
    select ${fileColumns} from price_list_files file
    left join price_requests request on request.id = file.request_id
    where file.token = ${token} and file.account_id = ${accountId} and ${isUnderOwnPolitics}
    and file.contract_id in (select id
      from (${allowedContracts({ accountId })}) as allowed)
      and (file.request_id is null or ${isDelivered})`)
  return rows[0]
}

/** Names of these categories, in the given order; inactive ones are skipped. */
export async function listCategoryNames(
  db: Db,
  { ids }: { ids: readonly number[] },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select category.id, category.name from unnest(${intArray(ids)}) with ordinality as requested(id, position)
    join categories category on category.id = requested.id and category.active
    order by requested.position`)
  return rows
}

export type ClaimedFile = FileInput & {
  id: number
  token: string
  origin: string
  attempts: number
  pricePolitics: PriceRule[]
}

/** Claims the oldest queued price list, or one whose lease has expired. */
export async function claimFile(db: Db, { leaseSeconds }: { leaseSeconds: number }): Promise<ClaimedFile | undefined> {
  const { rows } = await db.execute<ClaimedFile>(sql`
    update price_list_files file
    set state = 'running', attempts = attempts + 1, done_rows = 0,
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from price_list_files where state = 'queued' or (state = 'running' and lease_until < now())
      order by id limit 1 for update skip locked)
    returning file.id, file.token, file.account_id as "accountId", file.contract_id as "contractId", file.category_ids
      as "categoryIds",
      file.available_only as "availableOnly", file.price_politics as "pricePolitics", file.origin, file.attempts`)
  return rows[0]
}

type LeasedFile = { id: number; attempts: number }

/** Renews the lease and stores the progress; false if another process has claimed the file. */
export async function renewLease(
  db: Db,
  { id, attempts }: LeasedFile,
  progress: { doneRows: number; totalRows: number; leaseSeconds: number },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update price_list_files
    set done_rows = ${progress.doneRows}, total_rows = ${progress.totalRows},
      lease_until = now() + make_interval(secs => ${progress.leaseSeconds})
    where id = ${id} and attempts = ${attempts} and state = 'running'`)
  return rowCount === 1
}

export async function finishFile(
  db: Db,
  { id, attempts }: LeasedFile,
  file: { rows: number; key: string; sizeBytes: number },
): Promise<void> {
  await db.execute(sql`
    update price_list_files
    set state = 'ready', done_rows = ${file.rows}, total_rows = ${file.rows}, key = ${file.key},
      size_bytes = ${file.sizeBytes}, lease_until = null
    where id = ${id} and attempts = ${attempts} and state = 'running'`)
}

/** Puts a file back into the queue or marks it failed. An interrupted attempt does not count. */
export async function returnFile(
  db: Db,
  { id, attempts }: LeasedFile,
  outcome: 'again' | 'interrupted' | 'failed',
): Promise<void> {
  const state = outcome === 'failed' ? 'failed' : 'queued'
  await db.execute(sql`
    with returned as (
      update price_list_files set state = ${state}, lease_until = null,
        attempts = attempts - ${outcome === 'interrupted' ? 1 : 0}::int
      where id = ${id} and attempts = ${attempts} and state = 'running' returning 1)
    select pg_notify('price-lists', '') from returned where ${state} = 'queued'`)
}

/** Files older than their retention, with id above `afterId`. Files of requests are kept for `answerDays`. */
export async function listOldFiles(
  db: Db,
  {
    retentionDays,
    answerDays,
    afterId,
    limit,
  }: { retentionDays: number; answerDays: number; afterId: number; limit: number },
): Promise<{ id: number; token: string }[]> {
  const { rows } = await db.execute<{ id: number; token: string }>(sql`
    select id, token from price_list_files
    where created_at < now() - make_interval(days => case
    when request_id is null then ${retentionDays}::int else ${answerDays}::int end) and id > ${afterId} order by id
    limit ${limit}`)
  return rows
}

export async function deleteFile(db: Db, { id }: { id: number }): Promise<void> {
  await db.execute(sql`delete from price_list_files where id = ${id}`)
}

/** Contract data shown in the heading of a price list. */
export type ContractSummary = { id: number; number: string; signedOn: string; company: string }

export async function findContractSummary(
  db: Db,
  { contractId }: { contractId: number },
): Promise<ContractSummary | undefined> {
  const { rows } = await db.execute<ContractSummary>(sql`
    select contract.id, contract.number, contract.signed_on::text as "signedOn", contragent.company
    from contracts contract join contragents contragent on contragent.id = contract.contragent_id
    where contract.id = ${contractId}`)
  return rows[0]
}
