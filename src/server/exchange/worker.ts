import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { isPassingDatabaseError, type Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { readSetting } from '#server/settings.ts'
import { forgetSeen } from './apply/catalogues.ts'
import { finishRun, openRun } from './apply/runs.ts'
import { deactivateUnseen } from './apply/close-session.ts'
import type { ImportSettings } from './apply/context.ts'
import type { Attachment } from './attachments.ts'
import { dropStored, readStored } from './files.ts'
import { isArchive, isDocument, isPicture, isXml } from './filename.ts'
import { importDocuments } from './documents.ts'
import { importFile } from './import-file.ts'
import { importPictures } from './pictures.ts'
import { endSession, isSessionEnding, listArchives, listFiles, listSessionsToWork, setFileState, type ExchangeFile } from './queries.ts'
import { BrokenFile } from './parse/broken-file.ts'
import { unpack } from './archives.ts'
import { settleFollowed } from './portions.ts'
import { tellOfWaiting } from './waiting-offers.ts'

export type WorkerDeps = { db: Db; pool: Pool; files: FileStore; log: Logger }
export type WorkerOptions = { pollMs: number; idleMinutes: number }

const defaults: WorkerOptions = { pollMs: 2000, idleMinutes: 10 }
/** First key of the advisory locks that say which process works on which session. */
const sessionLock = 611_002

export type ExchangeWorker = { wake: () => void; stop: () => Promise<void> }

/**
 * Works off what 1C has sent, session by session, in the background of every process. A session is worked by whoever
 * holds its advisory lock; when that process dies PostgreSQL lets go of it and the next one goes on where it stopped.
 */
export function startWorker(deps: WorkerDeps, options: Partial<WorkerOptions> = {}): ExchangeWorker {
  const { pollMs, idleMinutes } = { ...defaults, ...options }
  const stopping = new AbortController()
  let again = false
  let wakeUp: (() => void) | undefined

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      again = false
      await round()
      if (!again && !stopping.signal.aborted) await nap()
    }
  }

  async function round(): Promise<void> {
    try {
      for (const sessionId of await listSessionsToWork(deps.db, { idleMinutes })) {
        if (stopping.signal.aborted) return
        await withSession(deps, sessionId, (sql) => workOff(deps, sql, { sessionId, idleMinutes, stop: stopping.signal }))
      }
    } catch (error) {
      if (stopping.signal.aborted) return
      if (isPassingDatabaseError(error)) deps.log.warn({ err: error }, 'exchange waits for the database')
      else deps.log.error({ err: error }, 'exchange stumbled and will try again')
    }
  }

  function nap(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const running = loop()
  return {
    wake() {
      again = true
      wakeUp?.()
    },
    async stop() {
      stopping.abort()
      wakeUp?.()
      await running
    },
  }
}

/** Runs the work on a connection that holds the session's lock, if no other process does. */
async function withSession({ pool }: WorkerDeps, sessionId: number, work: (sql: PoolClient) => Promise<void>): Promise<void> {
  const sql = await pool.connect()
  let healthy = false
  try {
    const { rows } = await sql.query('select pg_try_advisory_lock($1, $2) as mine', [sessionLock, sessionId])
    if ((rows[0] as { mine: boolean }).mine) {
      await work(sql)
      await sql.query('select pg_advisory_unlock($1, $2)', [sessionLock, sessionId])
    }
    healthy = true
  } finally {
    // A connection that failed may still hold the lock: closing it lets go.
    sql.release(!healthy)
  }
}

type Work = { sessionId: number; idleMinutes: number; stop: AbortSignal }

async function workOff(deps: WorkerDeps, sql: PoolClient, { sessionId, idleMinutes, stop }: Work): Promise<void> {
  const settings = await readImportSettings(deps.db)
  for (const file of await listFiles(deps.db, { sessionId, states: ['queued'] })) {
    stop.throwIfAborted()
    if (isArchive(file.name)) await unpackArchive(deps, sql, { sessionId, file })
    else await importXml(deps, sql, { sessionId, file, settings, stop })
    await takeAttachments(deps, sql, { sessionId, stop, before: file.queuedAt ?? new Date() })
  }
  if (!(await isSessionEnding(deps.db, { id: sessionId, idleMinutes }))) return
  await close(deps, sql, { sessionId, stop })
}

async function importXml(deps: WorkerDeps, sql: PoolClient, { sessionId, file, settings, stop }: { sessionId: number; file: ExchangeFile; settings: ImportSettings; stop: AbortSignal }): Promise<void> {
  const startedMs = performance.now()
  const source = { sessionId, fileId: file.id, name: file.name, receivedAt: file.receivedAt, open: () => readStored(deps, file.id) }
  const onTold = (told: { code: string; full: boolean }[]) => settleFollowed({ db: deps.db, sql, takeRest: (id) => withSession(deps, id, (own) => takeRest(deps, own, { sessionId: id, stop })), close: (id) => closeNow(deps, id, stop) }, { sessionId, told })
  const { runId, error, cause } = await importFile(sql, settings, source, { stop, onTold })
  await setFileState(deps.db, error === undefined ? { id: file.id, state: 'done' } : { id: file.id, state: 'failed', error })
  await dropStored(deps, { sessionId, fileId: file.id })
  if (cause !== undefined && !(cause instanceof BrokenFile)) deps.log.error({ err: cause, runId }, 'exchange file failed')
  deps.log.info({ runId, file: file.name, seconds: Math.round((performance.now() - startedMs) / 100) / 10, failed: error !== undefined }, 'exchange file imported')
}

async function unpackArchive(deps: WorkerDeps, sql: PoolClient, { sessionId, file }: { sessionId: number; file: ExchangeFile }): Promise<void> {
  try {
    await unpack(deps, { sessionId, fileId: file.id })
    await setFileState(deps.db, { id: file.id, state: 'done' })
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    await setFileState(deps.db, { id: file.id, state: 'failed', error: error.message })
    await logFailed(sql, sessionId, file, error.message)
  }
  await dropStored(deps, { sessionId, fileId: file.id })
}

/** What 1C has sent last and never asks for: an archive of pictures, and the pictures. */
async function takeRest(deps: WorkerDeps, sql: PoolClient, { sessionId, stop }: { sessionId: number; stop: AbortSignal }): Promise<void> {
  for (const file of await listArchives(deps.db, { sessionId })) if (file.state === 'receiving') await unpackArchive(deps, sql, { sessionId, file })
  await takeAttachments(deps, sql, { sessionId, stop, before: new Date() })
}

/** 1C never asks to import a picture or a document: those that had come when it asked for something else are whole. */
async function takeAttachments(deps: WorkerDeps, sql: PoolClient, { sessionId, stop, before }: { sessionId: number; stop: AbortSignal; before: Date }): Promise<void> {
  const received = await listFiles(deps.db, { sessionId, states: ['receiving'] })
  const whole = received.filter(({ updatedAt }) => updatedAt <= before)
  const onDone = async ({ fileId }: Attachment) => {
    if (fileId === null) return
    await setFileState(deps.db, { id: fileId, state: 'done' })
    await dropStored(deps, { sessionId, fileId })
  }
  const attached = (are: (name: string) => boolean) => ({
    sessionId,
    stop,
    onDone,
    attachments: whole.filter(({ name }) => are(name)).map(({ id, name }) => ({ fileId: id, name, open: () => readStored(deps, id) })),
  })
  await importPictures({ sql, files: deps.files }, attached(isPicture))
  await importDocuments({ sql, files: deps.files }, attached(isDocument))
}

/** Closes a session that is to end, or waits until the process that works on it has. */
async function closeNow(deps: WorkerDeps, sessionId: number, stop: AbortSignal): Promise<void> {
  while (await isSessionEnding(deps.db, { id: sessionId, idleMinutes: defaults.idleMinutes })) {
    stop.throwIfAborted()
    await withSession(deps, sessionId, (sql) => close(deps, sql, { sessionId, stop }))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function close(deps: WorkerDeps, sql: PoolClient, { sessionId, stop }: { sessionId: number; stop: AbortSignal }): Promise<void> {
  await takeRest(deps, sql, { sessionId, stop })
  const unfinished = await listFiles(deps.db, { sessionId, states: ['receiving', 'queued', 'failed'] })
  const relevant = unfinished.filter(({ name }) => isXml(name) || isArchive(name))
  if (relevant.length === 0) {
    const mostPercent = await readSetting(deps.db, 'exchange.deactivation.mostPercent')
    for (const { runId, absence, status } of await deactivateUnseen(sql, { sessionId, mostPercent })) {
      deps.log.info({ runId, ...absence, status }, 'full export left goods out')
    }
  }
  // A file that 1C sent and never asked to import, or that never became whole, must not vanish without a trace.
  for (const file of relevant.filter(({ state }) => state === 'receiving')) await logFailed(sql, sessionId, file, 'Файл получен, но не загружен: обмен закончился раньше')
  for (const { id } of unfinished) await dropStored(deps, { sessionId, fileId: id })
  await tellOfWaiting(deps, { sessionId })
  await endSession(deps.db, { id: sessionId })
  await forgetSeen(sql)
}

async function logFailed(sql: PoolClient, sessionId: number, { id, name }: ExchangeFile, error: string): Promise<void> {
  const run = await openRun(sql, { sessionId, fileId: id, type: 'import', name })
  await finishRun(sql, run.id, { status: 'failed', error })
}

export async function readImportSettings(db: Db): Promise<ImportSettings> {
  return {
    stockMeaning: await readSetting(db, 'stock.meaning'),
    rrcTypeCode: await readSetting(db, 'exchange.rrcType'),
    makesGoodsOfOffers: await readSetting(db, 'exchange.offers.makeGoods'),
  }
}
