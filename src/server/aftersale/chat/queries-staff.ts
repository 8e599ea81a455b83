import { sql, type SQL } from 'drizzle-orm'
import type { ChatScope } from '#shared/api/staff/talk.ts'
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
  contracts: { number: string; stopOrders: boolean; debtAlert: string | null }[]
  orders: { id: number; number: string; state: number; sumKopecks: number }[]
}

/** A buyer of the caller's customers, with what is to be known while talking. */
export async function findPerson(
  db: Db,
  { actor, accountId }: { actor: StaffActor; accountId: number },
): Promise<Person | undefined> {
  const { rows } = await db.execute<Person>(sql`
    select a.id, a.organisation_id as "organisationId", a.name, a.role, a.login::text as login, a.phone,
      o.name as organisation,
      (select jsonb_build_object('id', s.id, 'name', s.name) from chats c join accounts s on s.id = c.assignee_id
        where c.account_id = a.id) as assignee,
      coalesce((select jsonb_agg(jsonb_build_object('number', k.number, 'stopOrders', k.stop_orders, 'debtAlert',
          k.debt_alert) order by k.id)
        from contracts k where k.organisation_id = o.id and k.status = 'active'), '[]') as contracts,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'state', r.state, 'sumKopecks',
          r.sum_kopecks) order by r.id desc)
        from (select * from orders where organisation_id = o.id order by id desc limit 5) r), '[]') as orders
    from accounts a join organisations o on o.id = a.organisation_id
    where a.id = ${accountId} and a.deleted_at is null and ${isCustomerOf(actor, sql`o.id`)}`)
  return rows[0]
}

const linked = 10

/** A customer's orders by number, the newest first. */
export async function listOrdersLike(
  db: Db,
  { organisationId, query }: { organisationId: number; query: string },
): Promise<Person['orders']> {
  const { rows } = await db.execute<Person['orders'][number]>(sql`
    select id, number, state, sum_kopecks as "sumKopecks" from orders
    where organisation_id = ${organisationId} and (${query} = '' or strpos(lower(number), lower(${query})) > 0)
    order by id desc limit ${linked}`)
  return rows
}

/** Goods by article or words of the name, whose article begins so first. */
export async function listGoodsLike(
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
    order by strpos(lower(articul), ${query.toLowerCase()}) <> 1, name, id limit ${linked}`)
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
}

const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Chats and open requests for calls of the caller's customers; calls of guests are everybody's. */
function talksOf(actor: StaffActor): SQL {
  return sql`
    select 'chat' as kind, c.account_id as id, a.name, o.name as organisation, a.phone, c.assignee_id,
      coalesce((select m.message from chat_messages m where m.account_id = c.account_id and not m.note
        order by m.id desc limit 1), '') as text, c.last_at as at, c.waiting_since as since
    from chats c join accounts a on a.id = c.account_id join organisations o on o.id = c.organisation_id
    where exists (select from chat_messages m where m.account_id = c.account_id)
      and ${isCustomerOf(actor, sql`c.organisation_id`)}
    union all
    select 'call', b.id, b.name, coalesce(o.name, ''), b.phone, b.assignee_id, b.wanted, b.created_at, b.created_at
    from callbacks b left join organisations o on o.id = b.organisation_id
    where b.done_at is null and (b.organisation_id is null or ${isCustomerOf(actor, sql`b.organisation_id`)})`
}

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
    with talks as (${talksOf(actor)})
    select t.kind, t.id, t.name, t.organisation, t.text, t.phone, ${iso(sql`t.at`)} as at,
      floor(extract(epoch from now() - t.since) / 60)::int as waits,
      case when s.id is null then null else jsonb_build_object('id', s.id, 'name', s.name) end as assignee
    from talks t left join accounts s on s.id = t.assignee_id
    where ${conditions[scope]} and (${query} = '' or strpos(lower(t.name || ' ' || t.organisation || ' ' || t.phone),
      lower(${query})) > 0)
    order by t.since is null, t.since, t.at desc, t.kind, t.id limit 200`)
  return rows
}

export async function countTalks(
  db: Db,
  { actor }: { actor: StaffActor },
): Promise<{ waiting: number; mine: number; nobody: number }> {
  const { rows } = await db.execute<{ waiting: number; mine: number; nobody: number }>(sql`
    with talks as (${talksOf(actor)})
    select count(*) filter (where since is not null)::int as waiting,
      count(*) filter (where assignee_id = ${actor.accountId})::int as mine,
      count(*) filter (where assignee_id is null and since is not null)::int as nobody
    from talks`)
  return rows[0] ?? { waiting: 0, mine: 0, nobody: 0 }
}
