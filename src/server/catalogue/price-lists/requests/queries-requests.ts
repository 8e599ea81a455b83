import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { FileRow } from '../queries-files.ts'
import { requestFiles, deliveredFiles } from './queries-delivered.ts'

export type RequestState = 'new' | 'done' | 'refused'

export type RequestRow = {
  id: number
  createdAt: string
  contractId: number
  contractNumber: string
  signedOn: string
  categories: string[]
  availableOnly: boolean
  comment: string
  state: RequestState
  answer: string
}

export type OwnRequestRow = RequestRow & { files: Pick<FileRow, 'token' | 'name' | 'sizeBytes'>[] }
export type StaffRequestRow = RequestRow & {
  organisation: string
  contragent: string
  person: string
  phone: string
  login: string
  author: string | null
  files: (FileRow & { attached: boolean })[]
}

export type RequestInput = {
  accountId: number
  contractId: number
  categoryIds: readonly number[]
  availableOnly: boolean
  comment: string
}

const intArray = (ids: readonly number[]) => sql`${sql.param([...ids])}::int[]`

/** An equal request sent recently and not answered yet. */
export async function findDuplicateRequest(
  tx: Db,
  request: RequestInput,
  { withinSeconds }: { withinSeconds: number },
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from price_requests
    where account_id = ${request.accountId} and contract_id = ${request.contractId}
      and category_ids = ${intArray(request.categoryIds)}
      and available_only = ${request.availableOnly} and comment = ${request.comment} and state = 'new'
      and created_at > now() - make_interval(secs => ${withinSeconds})
    order by id desc limit 1`)
  return rows[0]?.id
}

export async function countRequestsOfDay(tx: Db, { accountId }: { accountId: number }): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*) as count from price_requests
    where account_id = ${accountId} and created_at > now() - interval '1 day'`)
  return rows[0]?.count ?? 0
}

export async function insertRequest(tx: Db, request: RequestInput): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into price_requests (account_id, contract_id, category_ids, available_only, comment)
    values (${request.accountId}, ${request.contractId}, ${intArray(request.categoryIds)}, ${request.availableOnly},
    ${request.comment}) returning id`)
  return rows[0]?.id ?? 0
}

const columns = sql`
  request.id, to_char(request.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    contract.id as "contractId",
  contract.number as "contractNumber", contract.signed_on::text as "signedOn",
  array(select category.name from categories category where category.id = any(request.category_ids)
    order by category.name) as categories,
  request.available_only as "availableOnly", request.comment, request.state, request.answer`

/** The account's own requests, newest first. */
export async function listOwnRequests(
  db: Db,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<OwnRequestRow[]> {
  const { rows } = await db.execute<OwnRequestRow>(sql`
    select ${columns}, ${deliveredFiles} as files from price_requests request join contracts contract
      on contract.id = request.contract_id
    where request.account_id = ${accountId} and contract.id in (select id
      from (${allowedContracts({ accountId })}) as allowed)
    order by request.id desc limit ${limit}`)
  return rows
}

const sources = sql`price_requests request
  join contracts contract on contract.id = request.contract_id
  join contragents contragent on contragent.id = contract.contragent_id
  join organisations organisation on organisation.id = contract.organisation_id
  join accounts person on person.id = request.account_id
  left join accounts author on author.id = request.answered_by`

const hasState = (state: RequestState | undefined) =>
  sql`(${state ?? null}::text is null or request.state = ${state ?? null}::text)`

export type RequestScope = SQL

/** Condition: requests of customers that this member of staff looks after. */
export const visibleRequests = (actor: StaffActor): RequestScope => isCustomerOf(actor, sql`organisation.id`)

export async function countRequests(
  db: Db,
  { scope, state }: { scope: RequestScope; state: RequestState | undefined },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from ${sources} where ${scope} and ${hasState(state)}`,
  )
  return rows[0]?.count ?? 0
}

/** Open requests first, oldest on top; then answered ones, newest first. */
export async function listRequests(
  db: Db,
  {
    scope,
    state,
    offset,
    limit,
  }: { scope: RequestScope; state: RequestState | undefined; offset: number; limit: number },
): Promise<StaffRequestRow[]> {
  const { rows } = await db.execute<StaffRequestRow>(sql`
    select ${columns}, organisation.name as organisation, contragent.company as contragent, person.name as person,
      person.phone, person.login::text as login,
      author.name as author, ${requestFiles} as files
    from ${sources} where ${scope} and ${hasState(state)}
    order by request.state <> 'new', case when request.state = 'new' then request.id else -request.id end
    limit ${limit} offset ${offset}`)
  return rows
}

/**
 * Answers a request within `scope`; `round` identifies this answer. Undefined if there is no such request. Repeating an
 * answer with files added since counts as a new answer.
 */
export async function answerRequest(
  tx: Db,
  answer: { id: number; scope: RequestScope; state: RequestState; answer: string; answeredBy: number },
): Promise<{ accountId: number; contractId: number; changed: boolean; round: string } | undefined> {
  const { rows } = await tx.execute<{ accountId: number; contractId: number; notified: boolean }>(sql`
    select request.account_id as "accountId", request.contract_id as "contractId", request.state = ${answer.state}
      and request.answer = ${answer.answer}
      and not (
      ${answer.state} = 'done' and exists (select from price_list_files file where file.request_id = request.id
        and file.created_at > request.answered_at)) as notified
    from ${sources} where request.id = ${answer.id} and ${answer.scope} for update of request`)
  const [current] = rows
  if (!current) return undefined
  const { accountId, contractId } = current
  if (current.notified) return { accountId, contractId, changed: false, round: '' }
  const { rows: updated } = await tx.execute<{ round: string }>(sql`
    update price_requests set state = ${answer.state}, answer = ${answer.answer}, answered_at = clock_timestamp(),
      answered_by = ${answer.answeredBy}
    where id = ${answer.id} returning extract(epoch from answered_at)::text as round`)
  return { accountId, contractId, changed: true, round: updated[0]?.round ?? '' }
}
