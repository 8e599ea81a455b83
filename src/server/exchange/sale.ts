import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '#server/app-error.ts'
import { createFairTurns } from '#server/fair-turns.ts'
import { logOrders } from './apply/order-runs.ts'
import { archiveLimits, withArchive } from './archives.ts'
import { store, type DoorAnswer, type DoorDeps, type DoorRequest } from './door.ts'
import { dropStored, folderOf, readStored } from './files.ts'
import { isArchive, isXml, normaliseFilename } from './filename.ts'
import { confirmOrders, giveOrders } from './orders/give-orders.ts'
import { receiveOrders, type ReceivedOrders } from './orders/receive-orders.ts'
import { giveStatuses } from './orders/statuses.ts'
import { BrokenFile } from './parse/broken-file.ts'
import { findNamed, listFiles, setFileState } from './queries.ts'
import { unzipFile } from './unzip.ts'

/** Order files are read inside their requests: one at a time, so that their memory is bounded. */
const orderFileTurns = { atOnce: 1, atOnceEach: 1, maxWaiting: 20, maxWaitingEach: 10, retryAfterSeconds: 60 }
export const createOrderTurns = () => createFairTurns(orderFileTurns)

const busy = 'failure\nПортал загружает другие файлы заказов. Повторите обмен через минуту'

export async function giveNewOrders({ db }: DoorDeps, { session }: DoorRequest): Promise<DoorAnswer> {
  return giveOrders({ db }, session.accountId)
}

export async function confirmTaken({ db }: DoorDeps, { session }: DoorRequest): Promise<DoorAnswer> {
  await confirmOrders({ db }, session.accountId)
  return 'success'
}

export async function giveInfo({ db }: DoorDeps): Promise<DoorAnswer> {
  return giveStatuses({ db })
}

/** `file` of orders: old clients never ask to import it, so it is applied as soon as it is whole. */
export async function receiveOrderFile(deps: DoorDeps, request: DoorRequest): Promise<DoorAnswer> {
  const stored = await store(deps, request)
  if (typeof stored === 'string') return stored
  if (!isXml(stored.name) && !isArchive(stored.name)) return 'success'
  return inTurn(deps, request, async () => {
    await applyIfWhole(deps, { sessionId: request.session.id, ...stored })
    return 'success'
  })
}

/** `import` of orders: usually finds the file applied. One that is not whole by now never will be. */
export async function importOrderFile(deps: DoorDeps, request: DoorRequest): Promise<DoorAnswer> {
  return inTurn(deps, request, () => importInTurn(deps, request))
}

/** Waits until no other file of orders is read; where too many wait 1C is told to come back. */
async function inTurn({ orderTurns }: DoorDeps, { session }: DoorRequest, work: () => Promise<DoorAnswer>): Promise<DoorAnswer> {
  try {
    return await orderTurns.take(session.accountId, work)
  } catch (error) {
    if (error instanceof AppError && ['tooManyRequests', 'unavailable'].includes(error.code)) return busy
    throw error
  }
}

async function importInTurn(deps: DoorDeps, { session, query }: DoorRequest): Promise<DoorAnswer> {
  const name = normaliseFilename(query.filename ?? '')
  if (name === undefined) return `failure\nИмя файла «${query.filename ?? ''}» не принимается`
  const file = await findNamed(deps.db, { sessionId: session.id, name })
  if (file === undefined) return (await cameInArchive(deps, session.id)) ? 'success' : 'failure\nТакой файл не получен'
  if (file.state === 'done') return 'success'
  if (file.state === 'failed') return `failure\n${file.error}`
  const error = await applyIfWhole(deps, { sessionId: session.id, fileId: file.id, name })
  if (error === undefined) return 'success'
  await setFileState(deps.db, { id: file.id, state: 'failed', error })
  await dropStored(deps, { sessionId: session.id, fileId: file.id })
  return `failure\n${error}`
}

/** What came inside an archive was applied with it. */
async function cameInArchive({ db }: DoorDeps, sessionId: number): Promise<boolean> {
  return (await listFiles(db, { sessionId, states: ['done'] })).some(({ name }) => isArchive(name))
}

/** Answers what is wrong with the file; undefined when it was applied. */
async function applyIfWhole(deps: DoorDeps, { sessionId, fileId, name }: { sessionId: number; fileId: number; name: string }): Promise<string | undefined> {
  try {
    const received = isArchive(name) ? await receiveArchive(deps, { sessionId, fileId }) : await receiveOrders(deps, () => readStored(deps, fileId))
    await logOrders(deps.db, { sessionId, fileId, name, received })
  } catch (error) {
    if (error instanceof BrokenFile) return error.message
    throw error
  }
  await setFileState(deps.db, { id: fileId, state: 'done' })
  await dropStored(deps, { sessionId, fileId })
  return undefined
}

async function receiveArchive(deps: DoorDeps, stored: { sessionId: number; fileId: number }): Promise<ReceivedOrders> {
  const sum: ReceivedOrders = { documents: 0, changed: 0, unchanged: 0, rejects: [] }
  await withArchive(deps, stored, (path) => unzipFile(path, archiveLimits, async (name, content) => {
    if (!isXml(name)) {
      content.resume()
      return
    }
    const received = await receiveUnpacked(deps, stored, content)
    sum.documents += received.documents
    sum.changed += received.changed
    sum.unchanged += received.unchanged
    sum.rejects.push(...received.rejects)
  }))
  return sum
}

/** Orders are read twice: what an archive holds lies in the store meanwhile, not in memory. */
async function receiveUnpacked(deps: DoorDeps, { sessionId, fileId }: { sessionId: number; fileId: number }, content: Readable): Promise<ReceivedOrders> {
  const key = `${folderOf(sessionId)}${fileId}/${randomUUID()}.xml`
  try {
    await deps.files.put(key, content)
    return await receiveOrders(deps, () => deps.files.get(key))
  } finally {
    await deps.files.delete(key)
  }
}
