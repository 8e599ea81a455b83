import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

const breaksLock = 20_261_127

/** Serialises feeds of breaks until the transaction ends. */
export async function lockBreaks(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${breaksLock})`)
}

/**
 * Stores breaks of 1C. `sent`: a relation of the table's columns by their names, with unique code1c. Equal ones change
 * nothing; one that had ended runs again.
 */
export async function receiveBreaks(
  tx: Db,
  sent: SQL,
): Promise<{ created: number; changed: number; unchanged: number }> {
  const { rows } = await tx.execute<{ created: number; changed: number; unchanged: number }>(sql`
    with sent as materialized (${sent}),
    written as (
      insert into price_breaks as b (code1c, ${columns})
      select sent.code1c, ${columnsOf(sql`sent`)} from sent left join price_breaks old on old.code1c = sent.code1c
      where old.id is null or old.ended_at is not null
        or (${columnsOf(sql`old`)}) is distinct from (${columnsOf(sql`sent`)})
      on conflict (code1c) do update set ended_at = null, (${columns}) = row(${columnsOf(sql`excluded`)})
      returning xmax = 0 as fresh)
    select (select count(*) from written where fresh)::int as created,
      (select count(*) from written where not fresh)::int as changed,
      ((select count(*) from sent) - (select count(*) from written))::int as unchanged`)
  return rows[0] ?? { created: 0, changed: 0, unchanged: 0 }
}

/** Running breaks of 1C, and those of them that `named` (a relation of code1c) leaves out. */
export async function countLeftOut(tx: Db, named: SQL): Promise<{ leftOut: number; total: number }> {
  const { rows } = await tx.execute<{ leftOut: number; total: number }>(sql`
    select count(*)::int as total, count(*) filter (where code1c not in (${named}))::int as "leftOut"
    from price_breaks where code1c is not null and ended_at is null`)
  return rows[0] ?? { leftOut: 0, total: 0 }
}

/** Ends the running breaks of 1C that fit `condition` over code1c. Returns their number. */
export async function endBreaksOf1c(tx: Db, condition: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update price_breaks set ended_at = now() where code1c is not null and ended_at is null and ${condition}`)
  return rowCount ?? 0
}

const names = `price_type_id contract_id product_id category_id brand_id least_quantity_milli least_sum_kopecks
  price_kopecks percent_hundredths`.split(/\s+/)
const columns = sql.raw(names.join(', '))
const columnsOf = (row: SQL): SQL =>
  sql.join(
    names.map((name) => sql`${row}.${sql.raw(name)}`),
    sql`, `,
  )
