import { sql, type SQL } from 'drizzle-orm'
import type { ChatScope } from '#shared/api/administration/queue-groups.ts'
import type { CallTime } from '#shared/rules/talk/call-times.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type Person = {
  id: number
  organisationId: number
  name: string
  role: string
  login: string
  phone: string
  organisation: string
  assignee: { id: number; name: string } | null
  /** ISO. */
  postponed: string | null
}

/** A buyer of the caller's customers. */
export async function findPerson(
  db: Db,
  { actor, accountId }: { actor: StaffActor; accountId: number },
): Promise<Person | undefined> {
  const { rows } = await db.execute<Person>(sql`
    select a.id, a.organisation_id as "organisationId", a.name, a.role, a.login::text as login, a.phone,
      o.name as organisation,
      (select jsonb_build_object('id', s.id, 'name', s.name) from chats c join accounts s on s.id = c.assignee_id
        where c.account_id = a.id) as assignee,
      (select ${iso(sql`c.postponed_until`)} from chats c where c.account_id = a.id and c.postponed_until > now())
        as postponed
    from accounts a join organisations o on o.id = a.organisation_id
    where a.id = ${accountId} and a.deleted_at is null and ${isCustomerOf(actor, sql`o.id`)}`)
  return rows[0]
}

const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const maxFound = 10

export type NamedOrder = { id: number; number: string; state: number; sumKopecks: number }

/** A customer's orders by number, the newest first. */
export async function searchOrders(
  db: Db,
  { organisationId, query }: { organisationId: number; query: string },
): Promise<NamedOrder[]> {
  const { rows } = await db.execute<NamedOrder>(sql`
    select id, number, state, sum_kopecks as "sumKopecks" from orders
    where organisation_id = ${organisationId} and (${query} = '' or strpos(lower(number), lower(${query})) > 0)
    order by id desc limit ${maxFound}`)
  return rows
}

/** Goods by article or words of the name; first those whose article starts with the query. */
export async function searchGoods(
  db: Db,
  { query }: { query: string },
): Promise<{ id: number; name: string; articul: string }[]> {
  const words = query.toLowerCase().split(/\s+/)
  const { rows } = await db.execute<{ id: number; name: string; articul: string }>(sql`
    select id, name, articul from products
    where active and ${sql.join(
      words.map((word) => sql`strpos(lower(articul || ' ' || name), ${word}) > 0`),
      sql` and `,
    )}
    order by strpos(lower(articul), ${query.toLowerCase()}) <> 1, name, id limit ${maxFound}`)
  return rows
}

export type TalkRow = {
  kind: 'chat' | 'call'
  id: number
  name: string
  organisation: string
  text: string
  at: string
  waits: number | null
  assignee: { id: number; name: string } | null
  phone: string
  /** ISO. */
  postponed: string | null
  call: Call | null
}

export type Call = {
  wanted: CallTime
  due: string
  account: number | null
  note: string
  done: { date: string; by: string; result: string } | null
}

/** Since when it waits; postponed ones do not wait until they are due. */
const waitsSince = sql`case when c.postponed_until > now() then null
  else coalesce(c.waiting_since, c.postponed_until) end`

const callColumns = sql`jsonb_build_object('wanted', coalesce(nullif(b.wanted, ''), 'now'), 'due',
  ${iso(sql`b.wanted_at`)},
  'account', b.account_id, 'note', b.note, 'done', case when b.done_at is not null then
    jsonb_build_object('date', ${iso(sql`b.done_at`)}, 'by', b.done_by, 'result', b.result) end)`

/** Days for which completed calls stay in the list. */
const doneDays = 14

/** Chats and call requests of the caller's customers; requests of guests are visible to all staff. */
function talksOf(actor: StaffActor, { done }: { done: boolean }): SQL {
  return sql`
    select 'chat' as kind, c.account_id as id, a.name, o.name as organisation, a.phone, c.assignee_id,
      coalesce((select m.message from chat_messages m where m.account_id = c.account_id and not m.note
        order by m.id desc limit 1), '') as text, c.last_at as at, ${waitsSince} as since,
      case when c.postponed_until > now() then c.postponed_until end as postponed,
      null::jsonb as call
    from chats c join accounts a on a.id = c.account_id join organisations o on o.id = c.organisation_id
    where exists (select from chat_messages m where m.account_id = c.account_id)
      and ${isCustomerOf(actor, sql`c.organisation_id`)}
    union all
    select 'call', b.id, b.name, coalesce(o.name, ''), b.phone, b.assignee_id, coalesce(nullif(b.result, ''), b.note),
      coalesce(b.done_at, b.created_at), case when b.done_at is null then b.wanted_at end, null, ${callColumns}
    from callbacks b left join organisations o on o.id = b.organisation_id
    where (b.done_at is null${done ? sql` or b.done_at > now() - make_interval(days => ${doneDays})` : sql``})
      and (b.organisation_id is null or ${isCustomerOf(actor, sql`b.organisation_id`)})`
}

/** Columns of `t` = chats and calls, with their assignee `s`. */
const talkColumns = sql`t.kind, t.id, t.name, t.organisation, t.text, t.phone, t.call, ${iso(sql`t.at`)} as at,
  ${iso(sql`t.postponed`)} as postponed, case when t.since is not null then
    floor(extract(epoch from now() - least(t.since, now())) / 60)::int end as waits,
  case when s.id is null then null else jsonb_build_object('id', s.id, 'name', s.name) end as assignee`

export async function listTalks(
  db: Db,
  { actor, scope, query }: { actor: StaffActor; scope: ChatScope; query: string },
): Promise<TalkRow[]> {
  const conditions: Record<ChatScope, SQL> = {
    waiting: sql`t.since is not null`,
    mine: sql`t.assignee_id = ${actor.accountId}`,
    nobody: sql`t.assignee_id is null and t.since is not null`,
    all: sql`true`,
  }
  const { rows } = await db.execute<TalkRow>(sql`
    with talks as (${talksOf(actor, { done: scope === 'all' })})
    select ${talkColumns} from talks t left join accounts s on s.id = t.assignee_id
    where ${conditions[scope]} and (${query} = '' or strpos(lower(t.name || ' ' || t.organisation || ' ' || t.phone),
      lower(${query})) > 0)
    order by t.since is null, t.since, t.postponed, t.at desc, t.kind, t.id limit 200`)
  return rows
}

/** A call request, open or done, and its owner. */
export async function findCall(
  db: Db,
  { actor, id }: { actor: StaffActor; id: number },
): Promise<(TalkRow & { organisationId: number | null }) | undefined> {
  const { rows } = await db.execute<TalkRow & { organisationId: number | null }>(sql`
    with talks as (${talksOf(actor, { done: true })})
    select ${talkColumns}, b.organisation_id as "organisationId"
    from talks t join callbacks b on b.id = t.id left join accounts s on s.id = t.assignee_id
    where t.kind = 'call' and t.id = ${id}`)
  return rows[0]
}

export async function countTalks(
  db: Db,
  { actor }: { actor: StaffActor },
): Promise<{ waiting: number; mine: number; nobody: number }> {
  const { rows } = await db.execute<{ waiting: number; mine: number; nobody: number }>(sql`
    with talks as (${talksOf(actor, { done: false })})
    select count(*) filter (where since is not null)::int as waiting,
      count(*) filter (where assignee_id = ${actor.accountId})::int as mine,
      count(*) filter (where assignee_id is null and since is not null)::int as nobody
    from talks`)
  return rows[0] ?? { waiting: 0, mine: 0, nobody: 0 }
}
