import type { ImportContext } from '../context.ts'
import { readRows, type Sql } from '../sql.ts'

/** A good line of a feed, by its number. */
export type FeedItem = { line: number; item: unknown }

/** Deletes what an earlier feed has staged on this connection. */
export async function clearItems(sql: Sql): Promise<void> {
  await sql.query('drop table if exists feed_items')
}

/** Stages lines on this connection until the feed is complete. */
export async function stageItems(sql: Sql, items: FeedItem[]): Promise<void> {
  await sql.query('create temp table if not exists feed_items (line int primary key, item jsonb not null)')
  if (items.length > 0)
    await readRows(
      sql,
      'insert into feed_items select line, item from json_to_recordset($1) r(line int, item jsonb)',
      items,
    )
}

export async function countItems(sql: Sql): Promise<number> {
  const [found] = await readRows<{ n: number }>(sql, 'select count(*)::int as n from feed_items')
  return found?.n ?? 0
}

/** Removes staged lines selected by a query (line, code, reason) and logs the reason. */
export async function rejectItems(context: ImportContext, kind: string, query: string): Promise<void> {
  const rows = await context.rows<{ line: number; code: string; reason: string }>(
    `with found as (${query}) delete from feed_items i using found where i.line = found.line returning i.line, found.code, found.reason`,
  )
  for (const { line, code, reason } of rows) context.tally.reject(kind, { code, name: `строка ${line}`, reason })
}

export type Written = { created: number; changed: number; unchanged: number }

export function countWritten(context: ImportContext, kind: string, { created, changed, unchanged }: Written): void {
  context.tally.add(kind, 'created', created)
  context.tally.add(kind, 'changed', changed)
  context.tally.add(kind, 'unchanged', unchanged)
}
