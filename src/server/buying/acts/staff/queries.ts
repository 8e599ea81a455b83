import { sql, type SQL } from 'drizzle-orm'
import type { ActReply } from '#shared/api/money/acts.ts'
import type { StaffActGroup } from '#shared/api/administration/queue-groups.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { actColumns, countedMatches, type StoredAct } from '../queries.ts'

export type StoredStaffAct = StoredAct & {
  organisationId: number
  organisation: string
  requestedById: number
  answeredById: number | null
  assigneeId: number | null
  assignee: string
  staffNote: string
}

const staffColumns = sql`
  ${actColumns}, a.organisation_id as "organisationId", customer.name as organisation,
  a.requested_by_id as "requestedById", a.answered_by_id as "answeredById", a.assignee_id as "assigneeId",
  coalesce(nullif(assignee.name, ''), assignee.login::text, '') as assignee, a.staff_note as "staffNote"`

const sources = sql`
  acts a join organisations customer on customer.id = a.organisation_id
  join (select contract.id, contract.number, contract.contragent_id, contragent.company
    from contracts contract join contragents contragent on contragent.id = contract.contragent_id) c
    on c.id = a.contract_id
  left join accounts assignee on assignee.id = a.assignee_id`

const visibleTo = (actor: StaffActor) => isCustomerOf(actor, sql`a.organisation_id`)

type ActRef = { actor: StaffActor; actId: number }

export async function findStaffAct(db: Db, { actor, actId }: ActRef): Promise<StoredStaffAct | undefined> {
  const { rows } = await db.execute<StoredStaffAct>(
    sql`select ${staffColumns} from ${sources} ${countedMatches} where a.id = ${actId} and ${visibleTo(actor)}`,
  )
  return rows[0]
}

/** Locks an act of the caller's customers; serialises the replies and the assignment. */
export async function lockStaffAct(tx: Db, ref: ActRef): Promise<StoredStaffAct | undefined> {
  await tx.execute(sql`select from acts a where a.id = ${ref.actId} and ${visibleTo(ref.actor)} for update`)
  return findStaffAct(tx, ref)
}

const awaitsStaff = sql`(a.state = 'disputed' and a.replied_at is null)`
const groups: Record<StaffActGroup, SQL> = {
  waiting: awaitsStaff,
  working: sql`a.state in ('requested', 'building', 'failed')`,
  buyer: sql`a.state = 'ready'`,
  replied: sql`(a.state = 'disputed' and a.replied_at is not null)`,
  confirmed: sql`a.state = 'confirmed'`,
  all: sql`true`,
}
const groupNames = Object.keys(groups) as StaffActGroup[]

export type StaffActFilter = { actor: StaffActor; mine: boolean; query: string }

function matching({ actor, mine, query }: StaffActFilter): SQL {
  const pattern = containsPattern(query)
  const found = sql`(a.number ilike ${pattern} or customer.name ilike ${pattern} or c.company ilike ${pattern}
    or c.number ilike ${pattern})`
  return sql`${visibleTo(actor)} and ${query === '' ? sql`true` : found}
    and ${mine ? sql`a.assignee_id = ${actor.accountId}` : sql`true`}`
}

export async function countStaffActs(db: Db, filter: StaffActFilter): Promise<Record<StaffActGroup, number>> {
  const counted = groupNames.map((group) => sql`count(*) filter (where ${groups[group]}) as ${sql.identifier(group)}`)
  const { rows } = await db.execute<Record<StaffActGroup, number>>(
    sql`select ${sql.join(counted, sql`, `)} from ${sources} where ${matching(filter)}`,
  )
  return rows[0] as Record<StaffActGroup, number>
}

const rank = sql`case when ${awaitsStaff} then 0 when ${groups.working} then 1 when ${groups.buyer} then 2 else 3 end`
const order = sql`${rank}, case when ${awaitsStaff} then a.answered_at end, a.requested_at desc, a.id desc`

/** Those that wait for a reply first, the longest wait at the top; the others by the time of their request. */
export async function listStaffActs(
  db: Db,
  { group, limit, offset, ...filter }: StaffActFilter & { group: StaffActGroup; limit: number; offset: number },
): Promise<StoredStaffAct[]> {
  const { rows } = await db.execute<StoredStaffAct>(sql`
    select ${staffColumns} from (
      select a.id as act_id from ${sources} where ${matching(filter)} and ${groups[group]}
      order by ${order} limit ${limit} offset ${offset}::bigint) page
    join ${sources} on a.id = page.act_id ${countedMatches} order by ${order}`)
  return rows
}

export async function assignStaffAct(tx: Db, { actId, assigneeId }: { actId: number; assigneeId: number | null }) {
  await tx.execute(sql`update acts set assignee_id = ${assigneeId}::int where id = ${actId}`)
}

export async function saveStaffNote(tx: Db, { actId, note }: { actId: number; note: string }): Promise<void> {
  await tx.execute(sql`update acts set staff_note = ${note} where id = ${actId} and staff_note <> ${note}`)
}

/** Stores or withdraws the reply to a disputed line of a locked act; false: no such line. */
export async function saveReply(
  tx: Db,
  { actId, match, reply, reason }: { actId: number; match: number; reply: ActReply | null; reason: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update act_matches set reply = ${reply}::text, reply_reason = ${reason}
    where act_id = ${actId} and match = ${match} and answer = 'dispute'`)
  return rowCount === 1
}

export async function markReplied(
  tx: Db,
  { actId, by, assigneeId }: { actId: number; by: string; assigneeId: number },
): Promise<void> {
  await tx.execute(sql`
    update acts set replied_at = now(), replied_by = ${by}, assignee_id = ${assigneeId} where id = ${actId}`)
}

export type LineReplyRow = { match: number; reply: ActReply; reason: string }

export async function listReplies(db: Db, { actId }: { actId: number }): Promise<LineReplyRow[]> {
  const { rows } = await db.execute<LineReplyRow>(sql`
    select match, reply, reply_reason as reason from act_matches
    where act_id = ${actId} and reply is not null order by match`)
  return rows
}

/** Who requested the act and who answered, while they may see it, and the heads of the organisation. */
export async function listRecipients(
  db: Db,
  { organisationId, contractId, requestedById, answeredById }: StoredStaffAct,
): Promise<number[]> {
  const named = [requestedById, ...(answeredById === null ? [] : [answeredById])]
  const sees = named.map(
    (id) => sql`(a.id = ${id} and ${contractId} in (select id from (${allowedContracts({ accountId: id })}) k))`,
  )
  const { rows } = await db.execute<{ id: number }>(sql`
    select a.id from accounts a
    where a.organisation_id = ${organisationId} and a.enabled and ${holds(sql`a`, 'acts.view')}
      and (${holds(sql`a`, 'contract.all')} or ${sql.join(sees, sql` or `)})
    order by a.id`)
  return rows.map(({ id }) => id)
}
