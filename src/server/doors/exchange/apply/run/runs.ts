import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { recordGoodsChanges, requestRebuild } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { countParameterUse } from '#server/catalogue/snapshot/shared-queries-parameter-use.ts'
import { writerLock } from '#server/catalogue/snapshot/writer-lock.ts'
import { auditRun, endedRunColumns, type EndedRun } from './audit-run.ts'
import type { ImportContext } from '../context.ts'
import { readRows, type Sql } from '../sql.ts'
import type { Counts, Reject } from '../tally.ts'

/** Beyond this many changes a rebuild is cheaper for the processes. */
const maxChanges = 20_000

export type Run = {
  id: number
  itemsDone: number
  itemsTotal: number | null
  counts: Counts
  rebuild: boolean
  changesWritten: number
  rejected: number
}
export type RunType = 'import' | 'pictures' | 'feed' | 'deactivation' | 'orders'

/** The unfinished run of a file, or a new one. */
export async function openRun(
  sql: Sql,
  { sessionId, fileId, type, name }: { sessionId: number; fileId: number | null; type: RunType; name: string },
): Promise<Run> {
  const { rows: found } = await sql.query(
    "select id from exchange_runs where file_id = $1 and type = $2 and status = 'running'",
    [fileId, type],
  )
  const id =
    (found[0] as { id: number } | undefined)?.id ??
    (
      (
        await sql.query(
          'insert into exchange_runs (session_id, file_id, type, name) values ($1, $2, $3, $4) returning id',
          [sessionId, fileId, type, name],
        )
      ).rows[0] as { id: number }
    ).id
  return readRun(sql, id)
}

export async function readRun(sql: Sql, id: number): Promise<Run> {
  const { rows } = await sql.query(
    `select id, items_done as "itemsDone", items_total as "itemsTotal", counts, rebuild,
      changes_written as "changesWritten",
       (select count(*) from exchange_rejects where run_id = r.id) as rejected from exchange_runs r where id = $1`,
    [id],
  )
  return rows[0] as Run
}

export async function saveTotal(sql: Sql, id: number, total: number): Promise<void> {
  await sql.query('update exchange_runs set items_total = $2 where id = $1', [id, total])
}

/** Locks out other writers of the catalogue until the transaction ends. */
export async function lockWriters(sql: Sql): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [writerLock])
}

/** Stores progress, counts, rejected items and catalogue changes in the batch's transaction. */
export async function checkpoint(context: ImportContext, runId: number, itemsDone: number): Promise<void> {
  const { tally } = context
  await insertRejects(context.sql, runId, tally.takeRejects())
  const written = await recordChanges(context, runId)
  await context.rows(
    `update exchange_runs set items_done = $2, counts = $3::jsonb, rebuild = rebuild
      or $4, changes_written = changes_written + $5 where id = $1`,
    runId,
    itemsDone,
    tally.counts,
    context.rebuild,
    written,
  )
}

/** Ends a run and notifies readers of catalogue and arrivals. */
export async function finishRun(
  sql: Sql,
  runId: number,
  outcome: { status: 'done' | 'failed' | 'waiting'; error?: string },
): Promise<void> {
  await sql.query('begin')
  try {
    const { rows } = await sql.query(
      `update exchange_runs r set status = $2, error = $3, finished_at = now() where id = $1
       returning rebuild, ${endedRunColumns}`,
      [runId, outcome.status, outcome.error ?? ''],
    )
    const run = rows[0] as (EndedRun & { rebuild: boolean }) | undefined
    if (run?.rebuild) await recordRebuild(sql)
    if (run && hasWritten(run)) await auditRun(sql, run)
    if (outcome.status === 'done') await sql.query("select pg_notify('arrivals', '')")
    await sql.query('commit')
  } catch (error) {
    await sql.query('rollback').catch(() => undefined)
    throw error
  }
}

/** A pending run has written nothing; a failed feed was rolled back, but a failed import keeps its batches. */
function hasWritten({ status, type }: EndedRun): boolean {
  return status === 'done' || (status === 'failed' && type === 'import')
}

/** Requests a rebuild of the catalogue and recounts the use of parameters. */
export async function recordRebuild(sql: Sql): Promise<void> {
  await countParameterUse(sql)
  await requestRebuild(drizzle(sql as PoolClient))
}

/** Makes the processes re-read these products (a picture has arrived). */
export async function recordFactChanges(sql: Sql, productIds: number[]): Promise<void> {
  if (productIds.length === 0) return
  if (productIds.length > maxChanges) return recordRebuild(sql)
  await recordGoodsChanges(
    drizzle(sql as PoolClient),
    productIds.map((id) => ({ kind: 'flags', id })),
  )
}

export async function insertRejects(sql: Sql, runId: number, rejects: readonly Reject[]): Promise<void> {
  if (rejects.length === 0) return
  await readRows(
    sql,
    `insert into exchange_rejects (run_id, kind, code, name, reason)
     select $2, kind, code, name, reason from json_to_recordset($1) r(kind text, code text, name text, reason text)`,
    rejects.map(({ kind, code, name, reason }) => ({
      kind,
      code: code.slice(0, 500),
      name: name.slice(0, 500),
      reason: reason.slice(0, 1000),
    })),
    runId,
  )
}

/** Records single prices and stocks, if they are few and no rebuild is due. */
async function recordChanges(context: ImportContext, runId: number): Promise<number> {
  const changes = [
    ...[...context.changedStocks].map((id) => ({ kind: 'stock' as const, id })),
    ...[...context.changedPrices].map((id) => ({ kind: 'price' as const, id })),
  ]
  context.changedStocks.clear()
  context.changedPrices.clear()
  if (context.rebuild || changes.length === 0) return 0
  const [run] = await context.rows<{ rebuild: boolean; written: number }>(
    'select rebuild, changes_written as written from exchange_runs where id = $1',
    runId,
  )
  if (run === undefined || run.rebuild) return 0
  if (run.written + changes.length > maxChanges) {
    context.rebuild = true
    return 0
  }
  await recordGoodsChanges(context.db, changes)
  return changes.length
}
