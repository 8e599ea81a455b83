import type { PoolClient } from 'pg'
import {
  findAbsences,
  deleteSeen,
  reassignGoods,
  mayReassignGoods,
  deactivateUnseenGoods,
  type Absence,
} from './catalogues.ts'
import { finishRun, openRun, lockWriters } from './runs.ts'

/** Up to this size a catalogue needs no confirmation, whatever the share of missing goods. */
const maxUnguardedGoods = 50

export type Deactivation = { runId: number; absence: Absence; status: 'done' | 'waiting' }

/**
 * At the end of a session without failed files: deactivates goods of its full catalogues that it did not list. If that
 * is more than `maxPercent` of more than 50 goods, staff must confirm or dismiss it. Idempotent.
 */
export async function deactivateUnseen(
  sql: PoolClient,
  { sessionId, maxPercent }: { sessionId: number; maxPercent: number },
): Promise<Deactivation[]> {
  if (await mayReassignGoods(sql, sessionId)) await withWriterLock(sql, () => reassignGoods(sql, sessionId))
  const results: Deactivation[] = []
  for (const absence of await findAbsences(sql, sessionId)) {
    await dismissEarlier(sql, { sessionId, absence })
    if (absence.unseen === 0) continue
    const waits = absence.active > maxUnguardedGoods && absence.unseen * 100 > absence.active * maxPercent
    if (waits && (await isWaiting(sql, { sessionId, absence }))) continue
    const run = await openRun(sql, { sessionId, fileId: null, type: 'deactivation', name: absence.code })
    await saveCounts(sql, run.id, absence)
    if (!waits) await withWriterLock(sql, () => deactivateUnseenGoods(sql, sessionId, absence))
    const status = waits ? 'waiting' : 'done'
    await finishRun(sql, run.id, { status })
    results.push({ runId: run.id, absence, status })
  }
  return results
}

/** Confirms a pending deactivation; returns the number of goods, or undefined if none is pending. */
export async function confirmDeactivation(sql: PoolClient, runId: number): Promise<number | undefined> {
  const waiting = await findWaiting(sql, runId)
  if (waiting === undefined) return undefined
  let switchedOff = 0
  await withWriterLock(sql, async () => {
    switchedOff = await deactivateUnseenGoods(sql, waiting.sessionId, waiting)
    await sql.query(
      "update exchange_runs set status = 'done', finished_at = now() where id = $1 and status = 'waiting'",
      [runId],
    )
  })
  await deleteSeen(sql)
  return switchedOff
}

/** Dismisses a pending deactivation: the goods stay active. */
export async function dismissDeactivation(sql: PoolClient, runId: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update exchange_runs set status = 'dismissed', finished_at = now()
      where id = $1 and type = 'deactivation' and status = 'waiting'`,
    [runId],
  )
  await deleteSeen(sql)
  return (rowCount ?? 0) > 0
}

/** A newer full export of the catalogue replaces a pending deactivation. */
async function dismissEarlier(
  sql: PoolClient,
  { sessionId, absence }: { sessionId: number; absence: Absence },
): Promise<void> {
  await sql.query(
    `update exchange_runs set status = 'dismissed', finished_at = now()
     where type = 'deactivation' and status = 'waiting' and name = $1 and counts ? $2
     and session_id is distinct from $3`,
    [absence.code, absence.kind, sessionId],
  )
}

async function isWaiting(
  sql: PoolClient,
  { sessionId, absence }: { sessionId: number; absence: Absence },
): Promise<boolean> {
  const { rows } = await sql.query(
    `select 1 from exchange_runs where type = 'deactivation' and status = 'waiting' and name = $1 and counts ? $2
      and session_id = $3`,
    [absence.code, absence.kind, sessionId],
  )
  return rows.length > 0
}

async function findWaiting(
  sql: PoolClient,
  runId: number,
): Promise<{ sessionId: number; code: string; kind: Absence['kind'] } | undefined> {
  const { rows } = await sql.query(
    `select session_id as "sessionId", name as code, (select jsonb_object_keys(counts) limit 1) as kind
     from exchange_runs where id = $1 and type = 'deactivation' and status = 'waiting' and session_id is not null`,
    [runId],
  )
  return rows[0] as { sessionId: number; code: string; kind: Absence['kind'] } | undefined
}

async function saveCounts(sql: PoolClient, runId: number, { kind, active, unseen }: Absence): Promise<void> {
  await sql.query('update exchange_runs set counts = $2::jsonb where id = $1', [
    runId,
    JSON.stringify({ [kind]: { seen: active - unseen, changed: unseen } }),
  ])
}

async function withWriterLock(sql: PoolClient, work: () => Promise<unknown>): Promise<void> {
  await sql.query('begin')
  try {
    await lockWriters(sql)
    await work()
    await sql.query('commit')
  } catch (error) {
    await sql.query('rollback').catch(() => undefined)
    throw error
  }
}
