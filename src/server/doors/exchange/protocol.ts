import type { Readable } from 'node:stream'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Logger } from 'pino'
import type { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import { badFileName, fileNotReceived } from './error-replies.ts'
import { deleteStored, receiveChunk, SessionTooLarge } from './receive/files.ts'
import { isArchive, isXml, normaliseFilename } from './filename.ts'
import {
  requestClose,
  deletePartialFiles,
  findFileByName,
  findProgress,
  listArchives,
  listFiles,
  queueReceived,
  type ExchangeFile,
  type OpenSession,
} from './queries.ts'
import { DiskFull } from './receive/disk-space.ts'
import type { ExchangeWorker } from './work/worker.ts'

/** Advice of replies to 1C. */
export const retryExchange = 'Повторите обмен через минуту'

export type ProtocolContext = {
  db: Db
  files: FileStore
  log: Logger
  worker: ExchangeWorker
  limits: ProtocolLimits
  /** Queue for order files. */
  orderFileLimit: ReturnType<typeof createFairQueue>
}

export type ProtocolLimits = {
  /** Maximum request size, announced by `init`. */
  chunkBytes: number
  /** Maximum bytes stored by a session at once. */
  sessionBytes: number
  /** How long an `import` request waits before it answers `progress`; 1C times out after 180 s. */
  importWaitMs: number
}

export type ProtocolRequest = {
  session: OpenSession
  token: string
  query: Record<string, string | undefined>
  body: Readable | undefined
  /** Content-Length of the request, otherwise 0. */ lengthBytes: number
}
export type ProtocolReply = string | { contentType: string; body: Readable | string }

export const sessionEndedReply = 'failure\nСеанс обмена завершён. Начните обмен заново'
const pollMs = 60

/** `init`: discards partial files; answers exactly two lines, unless the client sends its version. */
export async function init(deps: ProtocolContext, { session, token, query }: ProtocolRequest): Promise<string> {
  for (const fileId of await deletePartialFiles(deps.db, { sessionId: session.id }))
    await deleteStored(deps, { sessionId: session.id, fileId })
  const lines = ['zip=yes', `file_limit=${deps.limits.chunkBytes}`]
  if (query.version !== undefined) lines.push(`sessid=${token}`, 'version=2.09')
  return lines.join('\n')
}

/** `file` of a catalogue: appends the body to the file of that name. */
export async function receive(deps: ProtocolContext, request: ProtocolRequest): Promise<string> {
  const stored = await store(deps, request)
  return typeof stored === 'string' ? stored : 'success'
}

/** Stores the body of a `file`; returns the error reply as a string. */
export async function store(
  { db, files, log, limits }: ProtocolContext,
  { session, query, body, lengthBytes }: ProtocolRequest,
): Promise<{ fileId: number; name: string } | string> {
  const name = normaliseFilename(query.filename ?? '')
  if (name === undefined || body === undefined) {
    body?.resume()
    return name === undefined ? badFileName(query.filename) : 'failure\nФайл пуст'
  }
  try {
    return {
      fileId: await receiveChunk(
        { db, files },
        { sessionId: session.id, name, body, lengthBytes, maxBytes: limits.sessionBytes },
      ),
      name,
    }
  } catch (error) {
    if (error instanceof DiskFull) log.error({ err: error, file: name }, 'exchange file refused: no room on the disk')
    if (error instanceof SessionTooLarge || error instanceof DiskFull) return `failure\n${error.message}`
    throw error
  }
}

/** `import`: work runs in the background; the request waits a few seconds, then answers `progress`. */
export async function importFileByName(deps: ProtocolContext, { session, query }: ProtocolRequest): Promise<string> {
  const name = normaliseFilename(query.filename ?? '')
  if (name === undefined) return badFileName(query.filename)
  const untilMs = performance.now() + deps.limits.importWaitMs
  for (;;) {
    const answer = await importState(deps, session.id, name)
    if (answer.final || performance.now() >= untilMs) return answer.text
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

type State = { final: boolean; text: string }

async function importState(deps: ProtocolContext, sessionId: number, name: string): Promise<State> {
  const archives = isXml(name) ? await listArchives(deps.db, { sessionId }) : []
  if (await unpacking(deps, archives)) return isUnpacking
  const file = await findFileByName(deps.db, { sessionId, name })
  const broken = archives.findLast(({ id, state }) => state === 'failed' && id > (file?.id ?? 0))
  if (broken !== undefined) return { final: true, text: `failure\n${broken.error}` }
  // Pictures have their own queue, also those from an archive.
  const attached = !isXml(name) && !isArchive(name)
  if (attached && (file ?? (await hasArchive(deps, sessionId)))) return { final: true, text: 'success' }
  if (file === undefined) return { final: true, text: fileNotReceived }
  switch (file.state) {
    case 'unpacked':
    case 'done':
      return isArchive(name) ? unpackedState(deps, sessionId) : { final: true, text: 'success' }
    case 'failed':
      return { final: true, text: `failure\n${file.error}` }
    case 'queued':
      return { final: false, text: `progress\n${await progressText(deps, file)}` }
    default:
      await queueReceived(deps.db, file)
      deps.worker.wake()
      return { final: false, text: 'progress\nФайл поставлен в очередь' }
  }
}

async function hasArchive({ db }: ProtocolContext, sessionId: number): Promise<boolean> {
  const files = await listFiles(db, { sessionId, states: ['receiving', 'queued', 'unpacked', 'done'] })
  return files.some(({ name }) => isArchive(name))
}

/**
 * 1C may request a file from inside an archive: received archives are unpacked first, because they may contain a newer
 * file of that name. A file still being unpacked is incomplete.
 */
async function unpacking({ db, worker }: ProtocolContext, archives: ExchangeFile[]): Promise<boolean> {
  const received = archives.filter(({ state }) => state === 'receiving')
  for (const file of received) await queueReceived(db, file)
  if (received.length > 0) worker.wake()
  return archives.some(({ state }) => state === 'receiving' || state === 'queued')
}

const isUnpacking: State = { final: false, text: 'progress\nАрхив распаковывается' }

/** Some clients import the archive itself, meaning all its files. */
async function unpackedState(deps: ProtocolContext, sessionId: number): Promise<State> {
  const files = (await listFiles(deps.db, { sessionId, states: ['receiving', 'queued', 'failed'] })).filter(
    ({ name }) => isXml(name),
  )
  const failed = files.find(({ state }) => state === 'failed')
  if (failed !== undefined) return { final: true, text: `failure\n${failed.error}` }
  if (files.length === 0) return { final: true, text: 'success' }
  for (const file of files) await queueReceived(deps.db, file)
  deps.worker.wake()
  return { final: false, text: 'progress\nФайлы архива загружаются' }
}

async function progressText({ db }: ProtocolContext, { id }: ExchangeFile): Promise<string> {
  const progress = await findProgress(db, { fileId: id })
  if (progress === undefined) return 'Файл ожидает очереди'
  if (progress.total === null) return 'Файл проверяется'
  return `Загружено ${progress.done} из ${progress.total} записей`
}

/** `deactivate` and `complete`: end the session and deactivate goods missing from a full export. */
export async function endSessionOnRequest(deps: ProtocolContext, { session }: ProtocolRequest): Promise<string> {
  await requestClose(deps.db, session)
  deps.worker.wake()
  return 'success'
}
