import type { PoolClient } from 'pg'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import { readReply } from '#server/platform/outgoing/outgoing.ts'
import { OutgoingError, type OutgoingRefusal } from '#server/platform/outgoing/refusals.ts'
import { ImportContext } from '../../apply/context.ts'
import { checkpoint, finishRun, openRun, saveTotal, type Run } from '../../apply/run/runs.ts'
import { endSession, insertFile, insertSession, requestClose, setFileState } from '../../queries.ts'
import { UnusableAttachment } from '../attachments.ts'
import type { WorkerDeps } from '../locks.ts'
import { importPicture } from '../pictures.ts'
import {
  deleteUnlistedPictures,
  endInterruptedRuns,
  listDuePictures,
  markFetched,
  markNotFetched,
  type DuePicture,
} from './queries-web.ts'

const sessionType = 'web'
/** Pictures of one run in the log; also how many addresses are read at once. */
const maxBatch = 200
const maxParallel = 4
const maxPerHost = 2
const maxBytes = 20 * 1024 * 1024
const timeoutMs = 60_000
const idleMs = 15_000
/** Minutes after each failure that may pass by itself. */
const retryMinutes = [5, 30, 120, 720]

/** A failure that the next attempt would meet again. */
const permanentRefusals = new Set<OutgoingRefusal>([
  'address',
  'credentials',
  'port',
  'private',
  'redirects',
  'tooLarge',
])

/**
 * Fetches due pictures, a few at a time and fewer from one host, and imports them like those of 1C. What a killed
 * process has not finished is still due for the next one.
 */
export async function fetchWebPictures(deps: WorkerDeps, client: PoolClient, stop: AbortSignal): Promise<void> {
  for (;;) {
    const due = await listDuePictures(deps.db, { max: maxBatch })
    if (due.length === 0) return deleteUnlistedPictures(deps.db)
    await endInterruptedRuns(deps.db, { sessionType })
    await fetchBatch(deps, client, due, stop)
  }
}

async function fetchBatch(deps: WorkerDeps, client: PoolClient, due: DuePicture[], stop: AbortSignal): Promise<void> {
  const sessionId = await insertSession(deps.db, { accountId: null, type: sessionType, tokenHash: null })
  const name = 'Картинки по адресам'
  const fileId = await insertFile(deps.db, { sessionId, name, state: 'done' })
  const run = await openRun(client, { sessionId, fileId, type: 'pictures', name })
  await saveTotal(client, run.id, due.length)
  try {
    await fetchAll(deps, { client, run, sessionId, stop }, due)
    await finishRun(client, run.id, { status: 'done' })
  } catch (error) {
    await finishRun(client, run.id, { status: 'failed', error: 'Загрузка прервана и продолжится' }).catch(
      () => undefined,
    )
    throw error
  } finally {
    await setFileState(deps.db, { id: fileId, state: 'done' })
    await requestClose(deps.db, { id: sessionId })
    await endSession(deps.db, { id: sessionId })
  }
}

type Pass = { client: PoolClient; run: Run; sessionId: number; stop: AbortSignal }

async function fetchAll(deps: WorkerDeps, { client, run, sessionId, stop }: Pass, due: DuePicture[]): Promise<void> {
  const settings = { stockMeaning: 'free', rrcTypeCode: null, createsGoodsFromOffers: false } as const
  const context = new ImportContext(client, { sessionId, receivedAt: new Date(), settings })
  // One connection writes, whatever number is fetched.
  const writing = createConcurrencyLimit({ maxRunning: 1, maxWaiting: due.length })
  let done = 0
  const fetchOne = async (picture: DuePicture) => {
    stop.throwIfAborted()
    const outcome = await fetchPicture(deps, picture, stop)
    await writing.run(async () => {
      await keep(deps, { client, context }, picture, outcome)
      done += 1
      if (done % 25 === 0 || done === due.length) await checkpoint(context, run.id, done)
    })
  }
  await forEachWithinLimits(due, fetchOne)
}

/** Starts a few at once, fewer with one host, in order. The first error ends all. */
async function forEachWithinLimits(due: DuePicture[], work: (picture: DuePicture) => Promise<void>): Promise<void> {
  const all = createConcurrencyLimit({ maxRunning: maxParallel, maxWaiting: due.length })
  const hosts = new Map<string, ReturnType<typeof createConcurrencyLimit>>()
  let failed = false
  const results = await Promise.allSettled(
    due.map((picture) => {
      const host = URL.parse(picture.address)?.host ?? ''
      const ofHost = hosts.get(host) ?? createConcurrencyLimit({ maxRunning: maxPerHost, maxWaiting: due.length })
      hosts.set(host, ofHost)
      return ofHost.run(() =>
        all.run(async () => {
          if (failed) return
          await work(picture).catch((error: unknown) => {
            failed = true
            throw error
          })
        }),
      )
    }),
  )
  const broken = results.find((result) => result.status === 'rejected')
  if (broken) throw broken.reason
}

type Outcome =
  | { kind: 'bytes'; bytes: Buffer; etag: string; lastModified: string }
  | { kind: 'unchanged' }
  | { kind: 'failure'; reason: string; isPermanent: boolean }

async function fetchPicture(
  { outgoing }: WorkerDeps,
  { address, etag, lastModified, isStored }: DuePicture,
  stop: AbortSignal,
): Promise<Outcome> {
  const headers: Record<string, string> = { accept: 'image/*' }
  if (isStored && etag !== '') headers['if-none-match'] = etag
  if (isStored && lastModified !== '') headers['if-modified-since'] = lastModified
  try {
    const reply = await outgoing(address, { headers, maxBytes, timeoutMs, idleMs, stop })
    if (reply.status === 200)
      return {
        kind: 'bytes',
        bytes: await readReply(reply),
        etag: (reply.headers.etag ?? '').slice(0, 300),
        lastModified: (reply.headers['last-modified'] ?? '').slice(0, 100),
      }
    reply.body.destroy()
    if (reply.status === 304 && isStored) return { kind: 'unchanged' }
    const isPermanent = reply.status < 500 && ![408, 425, 429].includes(reply.status)
    return { kind: 'failure', reason: `Картинки нет: код ответа ${reply.status}`, isPermanent }
  } catch (error) {
    if (stop.aborted || !(error instanceof OutgoingError)) throw error
    return { kind: 'failure', reason: error.message, isPermanent: permanentRefusals.has(error.code) }
  }
}

async function keep(
  { db, files }: WorkerDeps,
  { client, context }: { client: PoolClient; context: ImportContext },
  picture: DuePicture,
  outcome: Outcome,
): Promise<void> {
  const { source, address, attempts } = picture
  const { tally } = context
  tally.add('pictures', 'seen')
  const fail = async (reason: string, isPermanent: boolean) => {
    const minutes = isPermanent ? undefined : retryMinutes[attempts]
    if (minutes === undefined) tally.reject('pictures', { code: address, name: address, reason })
    else tally.add('pictures', 'staged')
    await markNotFetched(db, { source, error: reason, retrySeconds: minutes && minutes * 60 })
  }
  if (outcome.kind === 'failure') return fail(outcome.reason, outcome.isPermanent)
  if (outcome.kind === 'unchanged') {
    tally.add('pictures', 'unchanged')
    return markFetched(db, picture)
  }
  try {
    const isNew = await importPicture({ client, files }, source, outcome.bytes)
    tally.add('pictures', isNew ? 'changed' : 'unchanged')
    await markFetched(db, { source, etag: outcome.etag, lastModified: outcome.lastModified })
  } catch (error) {
    if (!(error instanceof UnusableAttachment)) throw error
    await fail(error.message, true)
  }
}
