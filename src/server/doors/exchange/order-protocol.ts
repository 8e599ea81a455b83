import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '#server/platform/app-error.ts'
import { byExchange } from '#server/platform/audit/changed-by.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import { badFileName, fileNotReceived } from './error-replies.ts'
import { logFailedOrders, logOrders } from './apply/run/order-runs.ts'
import { archiveLimits, withArchive } from './receive/archives.ts'
import { store, type ProtocolReply, type ProtocolContext, type ProtocolRequest, retryExchange } from './protocol.ts'
import { sessionFolder, readStored } from './receive/files.ts'
import { isArchive, isXml, normaliseFilename } from './filename.ts'
import { confirmOrders, exportOrders } from './orders/export-orders.ts'
import type { ContragentOutcome } from './contragents/save.ts'
import { nothingReceived, type ReceivedOrders } from './orders/received.ts'
import { receiveOrders } from './orders/receive-orders.ts'
import { writeStatusList } from './orders/status-list.ts'
import { BrokenFile } from './parse/broken-file.ts'
import { findFileByName, listFiles, setFileState } from './queries.ts'
import { moveToSources } from './receive/sources.ts'
import { unzipFile } from './receive/unzip.ts'

/** Order files are read during their request, one at a time, to bound memory. */
const orderFileLimit = { maxRunning: 1, maxRunningEach: 1, maxWaiting: 20, maxWaitingEach: 10, retryAfterSeconds: 60 }
export const createOrderFileLimit = () => createFairQueue(orderFileLimit)

const busyReply = `failure\nПортал загружает другие файлы заказов. ${retryExchange}`

export async function sendNewOrders({ db }: ProtocolContext, { session }: ProtocolRequest): Promise<ProtocolReply> {
  return exportOrders({ db }, session.accountId)
}

export async function confirmReceived({ db }: ProtocolContext, { session }: ProtocolRequest): Promise<ProtocolReply> {
  await confirmOrders({ db }, session.accountId)
  return 'success'
}

export async function sendInfo({ db }: ProtocolContext): Promise<ProtocolReply> {
  return writeStatusList({ db })
}

/** `file` of orders: old clients never send `import`, so a file is applied as soon as it is complete. */
export async function receiveOrderFile(deps: ProtocolContext, request: ProtocolRequest): Promise<ProtocolReply> {
  const stored = await store(deps, request)
  if (typeof stored === 'string') return stored
  if (!isXml(stored.name) && !isArchive(stored.name)) return 'success'
  return runQueued(deps, request, async () => {
    await applyIfComplete(deps, { ...sentIn(request), ...stored })
    return 'success'
  })
}

/** `import` of orders: usually the file is applied already. A file incomplete at this point never becomes complete. */
export async function importOrderFile(deps: ProtocolContext, request: ProtocolRequest): Promise<ProtocolReply> {
  return runQueued(deps, request, () => importQueued(deps, request))
}

/** Waits for its turn to read an order file; if the queue is full, asks 1C to retry later. */
async function runQueued(
  { orderFileLimit }: ProtocolContext,
  { session }: ProtocolRequest,
  work: () => Promise<ProtocolReply>,
): Promise<ProtocolReply> {
  try {
    return await orderFileLimit.run(session.accountId, work)
  } catch (error) {
    if (error instanceof AppError && ['tooManyRequests', 'unavailable'].includes(error.code)) return busyReply
    throw error
  }
}

async function importQueued(deps: ProtocolContext, { session, query }: ProtocolRequest): Promise<ProtocolReply> {
  const name = normaliseFilename(query.filename ?? '')
  if (name === undefined) return badFileName(query.filename)
  const file = await findFileByName(deps.db, { sessionId: session.id, name })
  if (file === undefined) return (await hasImportedArchive(deps, session.id)) ? 'success' : fileNotReceived
  if (file.state === 'done') return 'success'
  if (file.state === 'failed') return `failure\n${file.error}`
  const error = await applyIfComplete(deps, { ...sentIn({ session }), fileId: file.id, name })
  if (error === undefined) return 'success'
  const runId = await logFailedOrders(deps.db, { sessionId: session.id, fileId: file.id, name, error })
  await setFileState(deps.db, { id: file.id, state: 'failed', error })
  await moveToSources(deps, { runId, sessionId: session.id, file })
  return `failure\n${error}`
}

/** Files inside an archive were applied with it. */
async function hasImportedArchive({ db }: ProtocolContext, sessionId: number): Promise<boolean> {
  return (await listFiles(db, { sessionId, states: ['done'] })).some(({ name }) => isArchive(name))
}

type Sender = { sessionId: number; accountId: number }

const sentIn = ({ session: { id, accountId } }: Pick<ProtocolRequest, 'session'>): Sender => ({
  sessionId: id,
  accountId,
})

/** Returns what is wrong with the file; undefined if it was applied. */
async function applyIfComplete(
  deps: ProtocolContext,
  { sessionId, accountId, fileId, name }: Sender & { fileId: number; name: string },
): Promise<string | undefined> {
  let runId: number
  try {
    const received = isArchive(name)
      ? await receiveArchive(deps, { sessionId, accountId, fileId })
      : await receiveOrders(receiving(deps, { accountId }), () => readStored(deps, fileId))
    runId = await logOrders(deps.db, { sessionId, fileId, name, received })
  } catch (error) {
    if (error instanceof BrokenFile) return error.message
    throw error
  }
  await setFileState(deps.db, { id: fileId, state: 'done' })
  await moveToSources(deps, { runId, sessionId, file: { id: fileId, name, receivedAt: new Date() } })
  return undefined
}

const receiving = ({ db }: ProtocolContext, { accountId }: Pick<Sender, 'accountId'>) => ({
  db,
  by: byExchange(accountId),
})

async function receiveArchive(deps: ProtocolContext, stored: Sender & { fileId: number }): Promise<ReceivedOrders> {
  const sum = nothingReceived()
  await withArchive(deps, stored, (path) =>
    unzipFile(path, archiveLimits, async (name, content) => {
      if (!isXml(name)) {
        content.resume()
        return
      }
      const received = await receiveArchivedFile(deps, stored, content)
      sum.documents += received.documents
      sum.changed += received.changed
      sum.unchanged += received.unchanged
      for (const [outcome, number] of Object.entries(received.contragents) as [ContragentOutcome, number][])
        sum.contragents[outcome] = (sum.contragents[outcome] ?? 0) + number
      sum.rejects.push(...received.rejects)
    }),
  )
  return sum
}

/** Orders are read twice, so a file from an archive is kept in the file store instead of memory. */
async function receiveArchivedFile(
  deps: ProtocolContext,
  { sessionId, accountId, fileId }: Sender & { fileId: number },
  content: Readable,
): Promise<ReceivedOrders> {
  const key = `${sessionFolder(sessionId)}${fileId}/${randomUUID()}.xml`
  try {
    await deps.files.put(key, content)
    return await receiveOrders(receiving(deps, { accountId }), () => deps.files.get(key))
  } finally {
    await deps.files.delete(key)
  }
}
