import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { fileColumns, politicsOf, type FileRow, type FileInput } from '../queries-files.ts'
import type { RequestScope } from './queries-requests.ts'

const requestsWithCustomer = sql`price_requests request
  join contracts contract on contract.id = request.contract_id
  join organisations organisation on organisation.id = contract.organisation_id`

type RequestedFileInput = FileInput & { contractNumber: string }

/** Locks a request within `scope` and returns its content. */
export async function lockRequest(
  tx: Db,
  { id, scope }: { id: number; scope: RequestScope },
): Promise<RequestedFileInput | undefined> {
  const { rows } = await tx.execute<RequestedFileInput>(sql`
    select request.account_id as "accountId", request.contract_id as "contractId", request.category_ids
      as "categoryIds", request.available_only as "availableOnly",
      contract.number as "contractNumber"
    from ${requestsWithCustomer} where request.id = ${id} and ${scope} for update of request`)
  return rows[0]
}

export async function hasRequest(db: Db, { id, scope }: { id: number; scope: RequestScope }): Promise<boolean> {
  const { rows } = await db.execute(sql`select from ${requestsWithCustomer} where request.id = ${id} and ${scope}`)
  return rows.length > 0
}

/** A file of a request within `scope`, by token. */
export async function findFileOfCustomer(
  db: Db,
  { scope, token }: { scope: RequestScope; token: string },
): Promise<FileRow | undefined> {
  const { rows } = await db.execute<FileRow>(sql`
    select ${fileColumns} from ${requestsWithCustomer} join price_list_files file on file.request_id = request.id
      where file.token = ${token} and ${scope}`)
  return rows[0]
}

type RequestFileCounts = { count: number; unfinished: number; inProgressId: number | null }

export async function countRequestFiles(tx: Db, { requestId }: { requestId: number }): Promise<RequestFileCounts> {
  const { rows } = await tx.execute<RequestFileCounts>(sql`
    select count(*) as count, count(*) filter (where state in ('queued', 'running')) as unfinished,
      max(id) filter (where state in ('queued', 'running') and not attached) as "inProgressId"
    from price_list_files where request_id = ${requestId}`)
  return rows[0] ?? { count: 0, unfinished: 0, inProgressId: null }
}

/** Names of the finished files of a request. */
export async function listFileNames(tx: Db, { requestId }: { requestId: number }): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from price_list_files where request_id = ${requestId} and state = 'ready' order by id`,
  )
  return rows.map(({ name }) => name)
}

type NewFile = FileInput & { requestId: number; token: string; name: string; origin: string }
const intArray = (ids: readonly number[]) => sql`${sql.param([...ids])}::int[]`

/** Queues the requested file and notifies the writers on commit. */
export async function queueRequestedFile(tx: Db, file: NewFile): Promise<number> {
  const id = await insert(tx, file, { attached: false })
  await tx.execute(sql`select pg_notify('price-lists', '')`)
  return id
}

/** Inserts the row of an uploaded file; `saveAttachedFile` adds its key afterwards. */
export async function insertAttached(tx: Db, file: NewFile): Promise<number> {
  return insert(tx, file, { attached: true })
}

export async function saveAttachedFile(
  tx: Db,
  { id, key, sizeBytes }: { id: number; key: string; sizeBytes: number },
): Promise<void> {
  await tx.execute(sql`update price_list_files set key = ${key}, size_bytes = ${sizeBytes} where id = ${id}`)
}

/** Deletes a file's row and returns it; undefined if the request has no such file. */
export async function deleteRequestFile(
  tx: Db,
  { requestId, id }: { requestId: number; id: number },
): Promise<{ id: number; token: string } | undefined> {
  const { rows } = await tx.execute<{ id: number; token: string }>(
    sql`delete from price_list_files where id = ${id} and request_id = ${requestId} returning id, token`,
  )
  return rows[0]
}

/**
 * `clock_timestamp()` follows the order of row locks, unlike the transaction's start time; `isDelivered` compares it.
 */
async function insert(tx: Db, file: NewFile, { attached }: { attached: boolean }): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into price_list_files (token, account_id, contract_id, category_ids, available_only, price_politics, name,
      origin, request_id, attached, state, created_at)
    values (${file.token}, ${file.accountId}, ${file.contractId}, ${intArray(file.categoryIds)}, ${file.availableOnly},
      ${attached ? sql`'[]'` : politicsOf(sql`${file.accountId}::int`)}, ${file.name}, ${file.origin},
        ${file.requestId}, ${attached},
      ${attached ? 'ready' : 'queued'}, clock_timestamp()) returning id`)
  return rows[0]?.id ?? 0
}
