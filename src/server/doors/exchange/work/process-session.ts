import type { PoolClient } from 'pg'
import { isTransientDatabaseError } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deleteSeen } from '../apply/run/catalogues.ts'
import { deactivateUnseen } from '../apply/run/close-session.ts'
import type { ImportSettings } from '../apply/context.ts'
import { deleteStored, readStored } from '../receive/files.ts'
import { moveToSources } from '../receive/sources.ts'
import { isArchive, isXml } from '../filename.ts'
import { importFile } from './import-file.ts'
import { readImportSettings } from './import-settings.ts'
import { sessionLock, withLock, type WorkerDeps } from './locks.ts'
import { unpackXml } from '../receive/archives.ts'
import { BrokenFile } from '../parse/broken-file.ts'
import { applyCoverage } from './portions.ts'
import {
  endSession,
  findSessionType,
  isSessionEnding,
  listArchives,
  listFiles,
  queueReceived,
  setFileState,
  type ExchangeFile,
} from '../queries.ts'
import { queueAttachments } from './queries-attachments.ts'
import { logFailed, logSkippedFiles } from './runs-of-files.ts'
import { maxAttempts, setAside } from './set-aside.ts'
import { reportWaitingOffers } from './waiting-offers.ts'

export const defaultIdleMinutes = 10

type Work = { sessionId: number; idleMinutes: number; stop: AbortSignal }
type FileWork = { sessionId: number; file: ExchangeFile; stop: AbortSignal }

/** Processes the queued XML files and archives of a session, and ends the session when due. */
export async function processSession(
  deps: WorkerDeps,
  client: PoolClient,
  { sessionId, idleMinutes, stop }: Work,
): Promise<void> {
  const settings = await readImportSettings(deps.db)
  for (;;) {
    // Queried each time, because 1C may queue another file, or end the session, while one is processed.
    const file = (await listFiles(deps.db, { sessionId, states: ['queued'] })).find(
      ({ name }) => isXml(name) || isArchive(name),
    )
    if (file === undefined) break
    stop.throwIfAborted()
    if (isArchive(file.name)) await unpackArchive(deps, client, { sessionId, file, stop })
    else await importXml(deps, client, { sessionId, file, settings, stop })
    await queueAttachments(deps.db, { sessionId, before: file.queuedAt ?? new Date() })
  }
  if (!(await isSessionEnding(deps.db, { id: sessionId, idleMinutes }))) return
  await close(deps, client, { sessionId, stop })
}

async function importXml(
  deps: WorkerDeps,
  client: PoolClient,
  { sessionId, file, settings, stop }: FileWork & { settings: ImportSettings },
): Promise<void> {
  await attempt(deps, client, { sessionId, file, stop }, async () => {
    const startedMs = performance.now()
    const source = {
      sessionId,
      fileId: file.id,
      name: file.name,
      receivedAt: file.receivedAt,
      open: () => readStored(deps, file.id),
    }
    const onCoverage = (coverage: { code: string; full: boolean }[]) =>
      applyCoverage(
        {
          db: deps.db,
          sql: client,
          importRemaining: (id) =>
            withLock(deps, sessionLock(id), (own) => importRemaining(deps, own, { sessionId: id, stop })),
          close: (id) => closeOrWait(deps, id, stop),
        },
        { sessionId, coverage },
      )
    const { runId, error } = await importFile(client, settings, source, { stop, onCoverage, isRetried: true })
    await setFileState(
      deps.db,
      error === undefined ? { id: file.id, state: 'done' } : { id: file.id, state: 'failed', error },
    )
    await moveToSources(deps, { runId, sessionId, file })
    deps.log.info(
      {
        runId,
        file: file.name,
        seconds: Math.round((performance.now() - startedMs) / 100) / 10,
        failed: error !== undefined,
      },
      'exchange file imported',
    )
  })
}

/** Its XML files become separate files; pictures and documents are imported by their own queue. */
async function unpackArchive(deps: WorkerDeps, client: PoolClient, { sessionId, file, stop }: FileWork): Promise<void> {
  await attempt(deps, client, { sessionId, file, stop }, async () => {
    try {
      const { attachments, skipped } = await unpackXml(deps, { sessionId, fileId: file.id })
      if (skipped.length > 0) await logSkippedFiles(client, { sessionId, id: file.id, name: file.name }, skipped)
      await setFileState(deps.db, { id: file.id, state: attachments > 0 ? 'unpacked' : 'done' })
      if (attachments > 0) return
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error
      await setFileState(deps.db, { id: file.id, state: 'failed', error: error.message })
      const runId = await logFailed(client, { sessionId, id: file.id, name: file.name, error: error.message })
      deps.log.warn({ err: error, file: file.name }, 'exchange archive refused')
      return moveToSources(deps, { runId, sessionId, file })
    }
    await deleteStored(deps, { sessionId, fileId: file.id })
  })
}

/**
 * One attempt at a file, counted before it begins. After three failures at one checkpoint the file is set aside and the
 * session continues without it. Failures not caused by the file do not count: database unavailable, process stopping.
 */
async function attempt(
  deps: WorkerDeps,
  client: PoolClient,
  { sessionId, file, stop }: FileWork,
  work: () => Promise<void>,
): Promise<void> {
  if (file.attempts >= maxAttempts) {
    const reason = await setAside(client, { sessionId, file })
    deps.log.error({ file: file.name, reason }, 'exchange file set aside after three failures')
    return
  }
  const started = { fileId: file.id, number: file.attempts + 1 }
  try {
    await deps.attempts.begin(started)
    await work()
  } catch (error) {
    if (stop.aborted || isTransientDatabaseError(error)) await deps.attempts.undo(started)
    throw error
  }
}

/** Files that 1C sends last without requesting their import: an archive of pictures, and pictures. */
async function importRemaining(
  deps: WorkerDeps,
  client: PoolClient,
  { sessionId, stop }: { sessionId: number; stop: AbortSignal },
): Promise<void> {
  const archives = await listArchives(deps.db, { sessionId })
  for (const file of archives.filter(({ state }) => state === 'receiving')) {
    await queueReceived(deps.db, file)
    await unpackArchive(deps, client, { sessionId, file, stop })
  }
  await queueAttachments(deps.db, { sessionId, before: new Date() })
}

/** Ends a session, or waits until the process that works on it has ended it. */
async function closeOrWait(deps: WorkerDeps, sessionId: number, stop: AbortSignal): Promise<void> {
  while (await isSessionEnding(deps.db, { id: sessionId, idleMinutes: defaultIdleMinutes })) {
    stop.throwIfAborted()
    await withLock(deps, sessionLock(sessionId), (client) => close(deps, client, { sessionId, stop }))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function close(
  deps: WorkerDeps,
  client: PoolClient,
  { sessionId, stop }: { sessionId: number; stop: AbortSignal },
): Promise<void> {
  await importRemaining(deps, client, { sessionId, stop })
  const unfinished = (await listFiles(deps.db, { sessionId, states: ['receiving', 'queued', 'failed'] })).filter(
    ({ name }) => isXml(name) || isArchive(name),
  )
  // A repeated file is one part of its export: what it does not list is no sign.
  if (unfinished.length === 0 && (await findSessionType(deps.db, { id: sessionId })) !== 'repeat') {
    const maxPercent = await readSetting(deps.db, 'exchange.deactivation.mostPercent')
    for (const { runId, absence, status } of await deactivateUnseen(client, { sessionId, maxPercent })) {
      deps.log.info({ runId, ...absence, status }, 'full export left goods out')
    }
  }
  // A file that 1C sent without requesting its import, or that stayed incomplete, is logged.
  for (const { id, name } of unfinished.filter(({ state }) => state === 'receiving')) {
    await logFailed(client, { sessionId, id, name, error: 'Файл получен, но не загружен: обмен закончился раньше' })
  }
  for (const { id } of unfinished.filter((file) => file.state !== 'queued' && !isSetAside(file)))
    await deleteStored(deps, { sessionId, fileId: id })
  await reportWaitingOffers(deps, { sessionId })
  await endSession(deps.db, { id: sessionId })
  await deleteSeen(client)
}

/** Its bytes are kept for staff. */
function isSetAside({ state, attempts }: ExchangeFile): boolean {
  return state === 'failed' && attempts >= maxAttempts
}
