import { sql, type SQL } from 'drizzle-orm'
import { rightsOf, type Grant, type Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOfPerson } from '#server/platform/sessions/shared-queries-rights.ts'
import { isExported } from './queries.ts'
import type { OwnTable, Person } from './rows-of.ts'

type Found = Person & {
  name: string
  phone: string
  role: Role
  grants: readonly Grant[]
  organisationId: number | null
  organisation: string
  state: 'enabled' | 'disabled' | 'deleted' | 'erased'
}

export type DataPerson = Found & { rights: readonly string[] }

/** Only people: not 1C's accounts, nor demo visitors. */
const people = sql`
  select a.id as "accountId", a.login::text as login, a.name, a.phone, a.role, a.grants, a.organisation_id
      as "organisationId", coalesce(o.name, '') as organisation,
    case when a.erased_at is not null then 'erased' when a.deleted_at is not null then 'deleted'
      when a.enabled then 'enabled' else 'disabled' end as state
  from accounts a left join organisations o on o.id = a.organisation_id
  where ${isOfPerson(sql`a`)} and not coalesce(o.demo, false)`

/** People with every word in name, login, phone or organisation, by name. */
export async function findPeople(db: Db, { query, limit }: { query: string; limit: number }): Promise<DataPerson[]> {
  const { rows } = await db.execute<Found>(sql`
    ${people} and a.erased_at is null and ${matchesPersonQuery(query, {
      text: sql`a.name || ' ' || a.login::text || ' ' || a.phone || ' ' || coalesce(o.name, '')`,
      phone: sql`a.phone`,
    })}
    order by a.name, a.id limit ${limit}`)
  return rows.map(toPerson)
}

/** Whether the text contains every word of the query, or the phone is the one typed, however it is written. */
export function matchesPersonQuery(query: string, { text, phone }: { text: SQL; phone: SQL }): SQL {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const containsAll = sql`(select bool_and(position(word in lower(${text})) > 0)
    from unnest(${sql.param(words)}::text[]) word)`
  const digits = /^[\d\s()+-]+$/.test(query) ? query.replace(/\D/g, '') : ''
  if (digits.length < 10) return containsAll
  return sql`(${containsAll} or right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 10) = ${digits.slice(-10)})`
}

export async function findPerson(db: Db, { id }: { id: number }): Promise<DataPerson | undefined> {
  const { rows } = await db.execute<Found>(sql`${people} and a.id = ${id}`)
  return rows[0] && toPerson(rows[0])
}

function toPerson(found: Found): DataPerson {
  return { ...found, rights: rightsOf(found) }
}

/** Stored files referenced by the person's rows that are for the person to see. */
export async function listFiles(
  db: Db,
  tables: readonly { name: string; table: OwnTable }[],
  person: Person,
): Promise<{ id: number; key: string; name: string }[]> {
  const parts = tables.flatMap(({ name, table }) =>
    table.file === undefined
      ? []
      : [
          sql`select id, ${sql.identifier(table.file)} as key, name from ${sql.identifier(name)} t
            where ${table.of(person)} and ${sql.identifier(table.file)} <> '' and ${isExported(table, person)}`,
        ],
  )
  const { rows } = await db.execute<{ id: number; key: string; name: string }>(sql.join(parts, sql` union all `))
  return rows
}
