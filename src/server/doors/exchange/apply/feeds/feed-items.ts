import type { ImportContext } from '../context.ts'
import { readRows, type Sql } from '../sql.ts'

/** Options of a feed. */
export type FeedOptions = {
  /** Records that it does not list are ended. */
  full: boolean
  /** When 1C read the data. */
  asOf: Date
  /** Allows a full feed to end any share of the records. */
  allowMassEnding: boolean
}

/** Aborts a feed; the message is Russian, for the log. */
export class FeedRefused extends Error {
  override name = 'FeedRefused'
}

/** A full feed that would end an unusual share of the records. */
export class MassEnding extends FeedRefused {
  readonly leftOut: number
  readonly total: number

  constructor({ leftOut, total }: { leftOut: number; total: number }) {
    super(
      `Полная лента отключила бы записей: ${leftOut} из ${total}. Если так и должно быть, пришлите её с ` +
        'параметром deactivate=any',
    )
    this.leftOut = leftOut
    this.total = total
  }
}

/** A parsed line: a record, a deletion, or the reason for rejection. */
export type FeedItem = { line: number; id: string | null; item?: unknown; deleted?: boolean; reason?: string }

/** A line after its file was stored under `key`, or the reason why the file is invalid. */
export type StoredLineFile = { item: unknown; key?: string } | { reason: string }

/** The result of a line; `reason` null: accepted. */
export type FeedAnswer = { line: number; id: string | null; reason: string | null }

/** Drops what an earlier feed has staged on this connection. */
export async function clearItems(sql: Sql): Promise<void> {
  await sql.query('drop table if exists feed_items, feed_answers')
}

/**
 * Stages lines in temporary tables of this connection: records in `feed_items`, results of all lines in `feed_answers`.
 */
export async function stageItems(sql: Sql, items: FeedItem[]): Promise<void> {
  await sql.query(
    `create temp table if not exists feed_items (line int primary key, id text not null, item jsonb, deleted boolean
       not null)`,
  )
  await sql.query('create temp table if not exists feed_answers (line int primary key, id text, reason text)')
  if (items.length === 0) return
  const columns = 'line int, id text, item jsonb, deleted boolean, reason text'
  await readRows(
    sql,
    `insert into feed_items (line, id, item, deleted)
     select line, id, item, coalesce(deleted, false) from json_to_recordset($1) r(${columns}) where reason is null`,
    items,
  )
  await readRows(
    sql,
    `insert into feed_answers (line, id, reason) select line, id, reason from json_to_recordset($1) r(${columns})`,
    items,
  )
}

/** Builds indexes and statistics once all lines are staged. */
export async function finishStaging(sql: Sql): Promise<void> {
  await sql.query('create index on feed_items (id)')
  await sql.query('create index on feed_answers (id)')
  await sql.query('analyze feed_items, feed_answers')
}

/** SQL of a brand's key, as goods of an import store it. `name`: SQL of the name that a line tells. */
export const brandKeyOf = (name: string): string => `btrim(regexp_replace(lower(${name}), '\\s+', ' ', 'g'))`

/** Whether the feed has records: an empty one is taken for a failed export, and ends nothing. */
export async function hasItems({ sql }: ImportContext): Promise<boolean> {
  return (await countItems(sql)) > 0
}

export async function countItems(sql: Sql): Promise<number> {
  const [found] = await readRows<{ n: number }>(sql, 'select count(*)::int as n from feed_items')
  return found?.n ?? 0
}

const answersPerRead = 1000

/** Results of all lines in order; usable after the feed's transaction. */
export async function* listAnswers(sql: Sql): AsyncGenerator<FeedAnswer> {
  for (let last = 0; ;) {
    const answers = await readRows<FeedAnswer>(
      sql,
      'select line, id, reason from feed_answers where line > $1 order by line limit $2',
      last,
      answersPerRead,
    )
    yield* answers
    last = answers.at(-1)?.line ?? 0
    if (answers.length < answersPerRead) return
  }
}

/** Rejects the staged lines selected by a query (line, code, reason), and logs the reasons. */
export async function rejectItems(context: ImportContext, kind: string, query: string): Promise<void> {
  const rows = await context.rows<{ line: number; code: string; reason: string }>(
    `with found as (${query}), removed as (
       delete from feed_items i using found where i.line = found.line returning i.line, found.code, found.reason)
     update feed_answers a set reason = removed.reason from removed where a.line = removed.line
     returning a.line, removed.code, removed.reason`,
  )
  for (const { line, code, reason } of rows.toSorted((a, b) => a.line - b.line))
    context.tally.reject(kind, { code, name: `строка ${line}`, reason })
}

/** Rejects one line. */
export async function rejectItem(
  context: ImportContext,
  kind: string,
  { line, code, reason }: { line: number; code: string; reason: string },
): Promise<void> {
  await context.rows('delete from feed_items where line = $1', line)
  await context.rows('update feed_answers set reason = $2 where line = $1', line, reason)
  context.tally.reject(kind, { code, name: `строка ${line}`, reason })
}

/** Whether every line identifies its record. If not, a full feed ends nothing and logs a note. */
export async function identifiesEveryLine(context: ImportContext, kind: string): Promise<boolean> {
  const [unidentified] = await context.rows<{ line: number }>('select line from feed_answers where id is null limit 1')
  if (unidentified === undefined) return true
  context.tally.note({
    kind,
    code: '',
    name: `строка ${unidentified.line}`,
    reason: 'Не ясно, о какой записи строка: лента принята, но записи, которых в ней нет, не отключены',
  })
  return false
}

/** With fewer records, ending many of them is not suspicious. */
const minGuardedRecords = 50

/** Throws if a full feed would end more than the allowed share of records. */
export function assertPlausibleEnding(
  { leftOut, total }: { leftOut: number; total: number },
  { maxPercent, allowMassEnding }: { maxPercent: number; allowMassEnding: boolean },
): void {
  if (allowMassEnding || total <= minGuardedRecords || leftOut * 100 <= total * maxPercent) return
  throw new MassEnding({ leftOut, total })
}

export type Written = { created: number; changed: number; unchanged: number }

export function countWritten(context: ImportContext, kind: string, { created, changed, unchanged }: Written): void {
  context.tally.add(kind, 'created', created)
  context.tally.add(kind, 'changed', changed)
  context.tally.add(kind, 'unchanged', unchanged)
}
