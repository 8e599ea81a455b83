import { sql, type SQL } from 'drizzle-orm'
import type { Right } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { mayUseContracts } from '#server/platform/sessions/shared-queries-notices.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import type { OwnTable, Person } from './rows-of.ts'

type Named = { name: string; table: OwnTable }

/** Number of the person's rows per table, without notes of staff. */
export async function countRows(db: Db, tables: readonly Named[], person: Person): Promise<Map<string, number>> {
  const counts = tables.map(
    ({ name, table }) =>
      sql`select ${name} as name, count(*) as rows from ${sql.identifier(name)} t
        where ${table.of(person)} and ${isTold(table)}`,
  )
  const { rows } = await db.execute<{ name: string; rows: number }>(sql.join(counts, sql` union all `))
  return new Map(rows.map((row) => [row.name, row.rows]))
}

/** The person's rows of a table, without secrets, notes of staff, and contracts that the person may not use. */
export async function listRows(db: Db, { name, table }: Named, person: Person): Promise<Record<string, unknown>[]> {
  const hidden = columnList(table.secret)
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(t) - ${sql.param(hidden)}::text[] as row from ${sql.identifier(name)} t
    where ${table.of(person)} and ${isExported(table, person)}`)
  return rows.map(({ row }) => row)
}

/** Whether a row `t` is for the person to see: no note of staff, and of contracts that the person may use. */
export function isExported(table: OwnTable, person: Person): SQL {
  return sql`${isTold(table)} and ${ofUsableContracts(table, person)}`
}

function isTold({ told }: OwnTable): SQL {
  return told ?? sql`true`
}

/** Whether the person may use the contracts of a row. */
function ofUsableContracts({ contracts }: OwnTable, { accountId }: Person): SQL {
  if (!contracts) return sql`true`
  return sql`exists (select from accounts account where account.id = ${accountId}
    and ${mayUseContracts(sql`account`, contracts)})`
}

export async function deleteRows(tx: Db, { name, table }: Named, person: Person): Promise<void> {
  await tx.execute(sql`delete from ${sql.identifier(name)} where ${table.of(person)}`)
}

/** Events of the person's rows that staff was notified of: the first two parts of an `eventKey`. */
export async function listStaffNoticeEvents(tx: Db, tables: readonly Named[], person: Person): Promise<string[]> {
  const events = tables.flatMap(({ name, table }) =>
    table.staffNotices === undefined
      ? []
      : [
          sql`select event || ':' || ${sql.identifier(table.staffNotices.id)} as event from ${sql.identifier(name)},
            unnest(${sql.param([...table.staffNotices.events])}::text[]) as kinds(event) where ${table.of(person)}`,
        ],
  )
  const { rows } = await tx.execute<{ event: string }>(sql.join(events, sql` union all `))
  return rows.map(({ event }) => event)
}

/** Blanks the texts of class `personal`; the rows are kept. */
export async function blankRows(tx: Db, { name, table }: Named, person: Person): Promise<void> {
  const blanked = columnList(table.personal).map((column) => sql`${sql.identifier(column)} = ''`)
  await tx.execute(sql`update ${sql.identifier(name)} set ${sql.join(blanked, sql`, `)} where ${table.of(person)}`)
}

/** Whether somebody else has a right that must not be lost: an owner of the organisation, or an administrator. */
export async function hasOtherWithRight(
  tx: Db,
  { accountId, right, organisationId }: { accountId: number; right: Right; organisationId: number | null },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from accounts where id <> ${accountId} and ${holds(sql`accounts`, right)} and enabled and password_hash <> ''
      and organisation_id is not distinct from ${organisationId}::int limit 1`)
  return rows.length > 0
}

/** People deleted before that instant and not erased yet. */
export async function listDeletedPeople(
  db: Db,
  { before }: { before: Date },
): Promise<(Person & { organisationId: number | null })[]> {
  const { rows } = await db.execute<Person & { organisationId: number | null }>(sql`
    select id as "accountId", login::text as login, organisation_id as "organisationId" from accounts
    where deleted_at < ${before.toISOString()}::timestamptz and erased_at is null order by id`)
  return rows
}

function columnList(list = ''): string[] {
  return list.split(/\s+/).filter(Boolean)
}
