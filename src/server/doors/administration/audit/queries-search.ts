import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'
import type { ObjectKey } from './queries-page.ts'

const maxMatches = 50

/** Objects whose number, name, login or ИНН contains the text. */
export async function findObjects(db: Db, text: string): Promise<ObjectKey[]> {
  const pattern = containsPattern(text)
  const { rows } = await db.execute<ObjectKey>(sql`
    (select 'order' as type, id::text from orders where number ilike ${pattern} order by id desc limit ${maxMatches})
    union all (select 'contract', id::text from contracts where number ilike ${pattern} limit ${maxMatches})
    union all (select 'claim', id::text from claims where number ilike ${pattern} order by id desc limit ${maxMatches})
    union all (select 'act', id::text from acts where number ilike ${pattern} order by id desc limit ${maxMatches})
    union all (select 'account', id::text from accounts where name ilike ${pattern} or login::text ilike ${pattern}
      limit ${maxMatches})
    union all (select 'organisation', id::text from organisations where not demo and name ilike ${pattern}
      limit ${maxMatches})
    union all (select 'contragent', id::text from contragents where company ilike ${pattern} or inn = ${text}
      limit ${maxMatches})
    union all (select 'registration', id::text from registration_requests
      where company ilike ${pattern} or inn = ${text} limit ${maxMatches})
    union all (select 'seller', id::text from sellers where company ilike ${pattern} limit ${maxMatches})
    union all (select 'category', id::text from categories where name ilike ${pattern} limit ${maxMatches})
    union all (select 'parameter', id::text from parameters where name ilike ${pattern} or staff_name ilike ${pattern}
      limit ${maxMatches})
    union all (select 'special-offer', id::text from special_offers where title ilike ${pattern} limit ${maxMatches})`)
  return rows
}

export type NamedAccount = { id: number; name: string }

/** Names of accounts; the login of an account without a name. */
export async function listAccountNames(db: Db, ids: readonly number[]): Promise<NamedAccount[]> {
  const { rows } = await db.execute<NamedAccount>(sql`
    select id, coalesce(nullif(name, ''), login::text) as name from accounts
    where id = any(${sql.param([...ids])}::int[])`)
  return rows
}

/** The wholesaler's staff, by name. */
export async function listStaffNames(db: Db): Promise<NamedAccount[]> {
  const { rows } = await db.execute<NamedAccount>(sql`
    select id, coalesce(nullif(name, ''), login::text) as name from accounts
    where organisation_id is null order by 2, 1 limit 500`)
  return rows
}

export async function findOrganisationName(db: Db, id: number): Promise<NamedAccount | undefined> {
  const { rows } = await db.execute<NamedAccount>(sql`select id, name from organisations where id = ${id}`)
  return rows[0]
}

/** Display name of an object: its number or name, and what it belongs to. */
export type ObjectTitle = { type: string; id: string; title: string; note: string }

/**
 * Titles of objects that still exist. Besides audited types, includes types that occur only as ids in changed fields,
 * such as `price-type` and `delivery-company`.
 */
export async function listTitles(db: Db, keys: readonly ObjectKey[]): Promise<ObjectTitle[]> {
  const selects = Object.entries(titleSelects).flatMap(([type, select]) => {
    const ids = keys.filter((key) => key.type === type && /^\d{1,9}$/.test(key.id)).map(({ id }) => Number(id))
    return ids.length === 0 ? [] : sql`select ${type}::text as type, t.* from (${select(ids)}) t`
  })
  if (selects.length === 0) return []
  const { rows } = await db.execute<ObjectTitle>(sql.join(selects, sql` union all `))
  return rows
}

const anyOf = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`
const titleFromColumn =
  (table: string, column = 'name') =>
  (ids: readonly number[]) =>
    sql`
  select id::text, ${sql.identifier(column)}::text as title, ''::text as note from ${sql.identifier(table)}
  where id = ${anyOf(ids)}`
const titleWithContragent = (table: string) => (ids: readonly number[]) =>
  sql`
  select d.id::text, d.number as title, g.company as note from ${sql.identifier(table)} d
  join contracts c on c.id = d.contract_id join contragents g on g.id = c.contragent_id where d.id = ${anyOf(ids)}`

const titleSelects = {
  account: (ids: readonly number[]) => sql`
    select a.id::text, coalesce(nullif(a.name, ''), a.login::text) as title, coalesce(o.name, '') as note
    from accounts a left join organisations o on o.id = a.organisation_id where a.id = ${anyOf(ids)}`,
  contract: (ids: readonly number[]) => sql`
    select c.id::text, '№ ' || c.number as title, g.company as note
    from contracts c join contragents g on g.id = c.contragent_id where c.id = ${anyOf(ids)}`,
  order: titleWithContragent('orders'),
  act: titleWithContragent('acts'),
  claim: titleWithContragent('claims'),
  contragent: titleFromColumn('contragents', 'company'),
  organisation: titleFromColumn('organisations'),
  registration: titleFromColumn('registration_requests', 'company'),
  seller: titleFromColumn('sellers', 'company'),
  category: titleFromColumn('categories'),
  parameter: titleFromColumn('parameters'),
  'special-offer': titleFromColumn('special_offers', 'title'),
  'delivery-method': titleFromColumn('delivery_methods'),
  'delivery-company': titleFromColumn('delivery_companies'),
  'delivery-zone': titleFromColumn('delivery_zones'),
  'price-type': titleFromColumn('price_types'),
  'personal-manager': titleFromColumn('personal_managers'),
  warehouse: titleFromColumn('warehouses'),
} as const
