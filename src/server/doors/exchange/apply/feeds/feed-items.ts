import type { ImportContext } from '../context.ts'
import { readRows, type Sql } from '../sql.ts'

/** How a feed was sent. */
export type FeedOptions = {
  /** It ends what it does not name. */
  full: boolean
  /** When 1C read its data. */
  asOf: Date
  /** It may end any number of records. */
  endsAny: boolean
}

/** Stops a whole feed; the message is Russian, for the log. */
export class FeedRefused extends Error {
  override name = 'FeedRefused'
}

/** A line of a feed by its number: a record, the end of one, or the reason why it is neither. */
export type FeedItem = { line: number; id: string | null; item?: unknown; deleted?: boolean; reason?: string }

/** A line without its file, which is in the store under `key`; or why the file is none. */
export type TakenFile = { item: unknown; key?: string } | { reason: string }

/** What became of a line; no reason: it was accepted. */
export type FeedAnswer = { line: number; id: string | null; reason: string | null }

/** Deletes what an earlier feed has staged on this connection. */
export async function clearItems(sql: Sql): Promise<void> {
  await sql.query('drop table if exists feed_items, feed_answers')
}

/**
 * Stages lines on this connection until the feed is complete: records in `feed_items`, the answer of every line in
 * `feed_answers`.
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

/** All lines are there: statements over them may be planned. */
export async function finishStaging(sql: Sql): Promise<void> {
  await sql.query('create index on feed_items (id)')
  await sql.query('create index on feed_answers (id)')
  await sql.query('analyze feed_items, feed_answers')
}

export async function countItems(sql: Sql): Promise<number> {
  const [found] = await readRows<{ n: number }>(sql, 'select count(*)::int as n from feed_items')
  return found?.n ?? 0
}

const answersAtOnce = 1000

/** The answers of all lines in their order; outlives the transaction of the feed. */
export async function* listAnswers(sql: Sql): AsyncGenerator<FeedAnswer> {
  for (let last = 0; ;) {
    const answers = await readRows<FeedAnswer>(
      sql,
      'select line, id, reason from feed_answers where line > $1 order by line limit $2',
      last,
      answersAtOnce,
    )
    yield* answers
    last = answers.at(-1)?.line ?? 0
    if (answers.length < answersAtOnce) return
  }
}

/** Removes staged lines selected by a query (line, code, reason), answers and logs the reason. */
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

/** The same for one line. */
export async function rejectItem(
  context: ImportContext,
  kind: string,
  { line, code, reason }: { line: number; code: string; reason: string },
): Promise<void> {
  await context.rows('delete from feed_items where line = $1', line)
  await context.rows('update feed_answers set reason = $2 where line = $1', line, reason)
  context.tally.reject(kind, { code, name: `строка ${line}`, reason })
}

/**
 * Whether each line says which record it is about; a full feed that has a line which does not ends nothing, and the log
 * says so.
 */
export async function namesEveryLine(context: ImportContext, kind: string): Promise<boolean> {
  const [unnamed] = await context.rows<{ line: number }>('select line from feed_answers where id is null limit 1')
  if (unnamed === undefined) return true
  context.tally.note({
    kind,
    code: '',
    name: `строка ${unnamed.line}`,
    reason: 'Не ясно, о какой записи строка: лента принята, но записи, которых в ней нет, не отключены',
  })
  return false
}

/** Too few records to take a large part of them for a mistake. */
const guardedFrom = 50

/** Refuses a full feed that would end more than a share of what there is. */
export function guardLeftOut(
  { leftOut, total }: { leftOut: number; total: number },
  { mostPercent, endsAny }: { mostPercent: number; endsAny: boolean },
): void {
  if (endsAny || total <= guardedFrom || leftOut * 100 <= total * mostPercent) return
  throw new FeedRefused(
    `Полная лента отключила бы записей: ${leftOut} из ${total}. Если так и должно быть, пришлите её с параметром deactivate=any`,
  )
}

export type Written = { created: number; changed: number; unchanged: number }

export function countWritten(context: ImportContext, kind: string, { created, changed, unchanged }: Written): void {
  context.tally.add(kind, 'created', created)
  context.tally.add(kind, 'changed', changed)
  context.tally.add(kind, 'unchanged', unchanged)
}
