import type { Pool } from 'pg'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { Logger } from 'pino'
import { logOrders } from '../apply/run/order-runs.ts'
import { importFeed } from '../feeds/import-feed.ts'
import { receiveOrders } from '../orders/receive-orders.ts'
import { endSession, insertFile, insertSession, requestClose, setFileState } from '../queries.ts'
import { storeChunk } from '../receive/files.ts'
import { findSource, type Source } from '../receive/queries-sources.ts'
import { keepSource, readSource } from '../receive/sources.ts'
import { findRepeatState, lockRun, type RepeatState } from '../staff/queries-repeat.ts'
import { explainRefusal } from '../staff/repeat-refusal.ts'

type Deps = { db: Db; pool: Pool; files: FileStore; log: Logger }
type Repeat = { run: RepeatState; source: Source; sessionId: number; by: ChangedBy }

/** How long the call waits for a feed or orders; they go on afterwards. */
const maxWaitMs = 15_000

/**
 * Loads the source file of a run again, in a session of its own: goods through the worker, feeds and orders at once.
 * The data stays as old as it was, and nothing is deactivated.
 */
export async function repeatRun(deps: Deps, actor: Actor, { runId }: { runId: number }): Promise<void> {
  const repeat = await deps.db.transaction((tx) => beginRepeat(tx, actor, runId))
  if (repeat.run.type === 'import') return queueImport(deps, repeat)
  await Promise.race([
    loadAtOnce(deps, repeat),
    new Promise((resolve) => {
      setTimeout(resolve, maxWaitMs).unref()
    }),
  ])
}

/** Never fails: the run in the log says what happened. */
async function loadAtOnce(deps: Deps, repeat: Repeat): Promise<void> {
  try {
    await (repeat.run.type === 'feed' ? repeatFeed(deps, repeat) : repeatOrders(deps, repeat))
  } catch (error) {
    deps.log.warn({ err: error, run: repeat.run.id }, 'repeated run failed')
  } finally {
    // Otherwise the worker ends the idle session.
    await close(deps, repeat).catch(() => undefined)
  }
}

async function beginRepeat(tx: Db, actor: Actor, runId: number): Promise<Repeat> {
  if (!(await lockRun(tx, { runId }))) throw new AppError('notFound')
  const refusal = await explainRefusal(tx, { runId })
  if (refusal !== '') throw new AppError('runNotRepeatable', { message: refusal })
  const run = await findRepeatState(tx, { runId })
  const source = await findSource(tx, { runId })
  if (run === undefined || source === undefined) throw new AppError('notFound')
  const { accountId } = actor
  const sessionId = await insertSession(tx, { accountId, type: 'repeat', tokenHash: null, repeatsRunId: runId })
  const object = { type: 'exchange-run', id: runId } as const
  await recordAudit(tx, byAccount(actor), { action: 'import.repeated', object })
  return { run, source, sessionId, by: byAccount(actor) }
}

async function queueImport(deps: Deps, { run, source, sessionId }: Repeat): Promise<void> {
  try {
    const fileId = await insertFile(deps.db, { sessionId, name: run.name, receivedAt: source.receivedAt })
    const body = readSource(deps, source)
    await storeChunk(deps, { fileId, sessionId, body, leftBytes: source.sizeBytes })
    await setFileState(deps.db, { id: fileId, state: 'queued' })
  } finally {
    await requestClose(deps.db, { id: sessionId })
  }
}

async function repeatFeed(deps: Deps, { run, source, sessionId }: Repeat): Promise<void> {
  const options = { full: source.full, asOf: source.receivedAt }
  await importFeed(deps, { name: run.name, sessionId, source: readSource(deps, source), options })
}

async function repeatOrders(deps: Deps, { run, source, sessionId, by }: Repeat): Promise<void> {
  const received = await receiveOrders({ db: deps.db, by }, () => readSource(deps, source))
  const runId = await logOrders(deps.db, { sessionId, fileId: null, name: run.name, received })
  await keepSource(deps, { runId, receivedAt: source.receivedAt, content: readSource(deps, source) })
}

async function close({ db }: Deps, { sessionId }: Repeat): Promise<void> {
  await requestClose(db, { id: sessionId })
  await endSession(db, { id: sessionId })
}
