import { sql, type SQL } from 'drizzle-orm'
import type { GuestKind } from '#shared/api/account/people-data.ts'
import type { Db } from '#server/platform/db/client.ts'
import { matchesPersonQuery } from './queries-people.ts'

export type Guest = {
  kind: GuestKind
  id: number
  name: string
  phone: string
  email: string
  company: string
  /** ISO 8601, of the latest record. */
  at: string
  erased: boolean
}

/** The latest request of each applicant and the latest callback of each phone, without those of accounts. */
const guests = sql`
  (select distinct on (lower(email)) 'request' as kind, id, contact_name as name, phone, email, company, created_at,
    false as erased
  from registration_requests where account_id is null and erased_at is null order by lower(email), id desc)
  union all
  (select distinct on (phone) 'callback', id, name, phone, '', '', created_at, false
  from callbacks where account_id is null order by phone, id desc)`

const columns = sql`g.kind, g.id, g.name, g.phone, g.email, g.company, to_json(g.created_at) #>> '{}' as at, g.erased`

/** Guests with every word in name, phone, e-mail or company; the latest first. */
export async function findGuests(db: Db, { query, limit }: { query: string; limit: number }): Promise<Guest[]> {
  const { rows } = await db.execute<Guest>(sql`
    select ${columns} from (${guests}) g
    where ${matchesPersonQuery(query, {
      text: sql`g.name || ' ' || g.email || ' ' || g.phone || ' ' || g.company`,
      phone: sql`g.phone`,
    })}
    order by g.created_at desc, g.id desc limit ${limit}`)
  return rows
}

/** A record that is not the latest of its person is found as well. */
export async function findGuest(db: Db, { kind, id }: GuestRef): Promise<Guest | undefined> {
  const { rows } = await db.execute<Guest>(
    kind === 'request'
      ? sql`select ${columns} from (
          select 'request' as kind, id, contact_name as name, phone, email, company, created_at,
            erased_at is not null as erased
          from registration_requests where id = ${id} and account_id is null) g`
      : sql`select ${columns} from (
          select 'callback' as kind, id, name, phone, '' as email, '' as company, created_at, false as erased
          from callbacks where id = ${id} and account_id is null) g`,
  )
  return rows[0]
}

export type GuestRef = { kind: GuestKind; id: number }

/** Requests of an applicant that are not erased yet. */
export function requestsOfEmail(email: string): SQL {
  return sql`(select id from registration_requests
    where account_id is null and erased_at is null and lower(email) = ${email.toLowerCase()})`
}

/** Whether no account has this login: else letters and attempts are the account's. */
export function isNobodysLogin(email: string): SQL {
  return sql`not exists (select from accounts where login = ${email})`
}

/** Locks the applicant's requests. Returns their ids. */
export async function lockRequestsOf(tx: Db, { email }: { email: string }): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from registration_requests where id in ${requestsOfEmail(email)} order by id for update`)
  return rows.map(({ id }) => id)
}
