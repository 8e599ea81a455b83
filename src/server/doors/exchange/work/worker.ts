import { isTransientDatabaseError } from '#server/platform/db/client.ts'
import { createOutageLog } from '#server/platform/log/outage.ts'
import { openOutgoing, type Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { processAttachments } from './attachment-queue.ts'
import { Attempts } from './attempts.ts'
import { attachmentsLock, sessionLock, webPicturesLock, withLock, ymlLock, type WorkerDeps } from './locks.ts'
import { listPendingSessions } from '../queries.ts'
import { fetchDueYml } from './web/fetch-yml.ts'
import { fetchWebPictures } from './web/web-pictures.ts'
import { DiskFull } from '../receive/disk-space.ts'
import { defaultIdleMinutes, processSession } from './process-session.ts'

export type WorkerOptions = { pollMs: number; idleMinutes: number }
type GivenDeps = Omit<WorkerDeps, 'attempts' | 'outgoing'> & { outgoing?: Outgoing | undefined }

const defaults: WorkerOptions = { pollMs: 2000, idleMinutes: defaultIdleMinutes }
const maxDelayMs = 5 * 60_000

export type ExchangeWorker = { wake: () => void; stop: () => Promise<void> }

/**
 * Processes received files in the background of every process: goods, prices and stock by session, pictures and
 * documents in a separate queue, what is fetched by address in a third. Advisory locks assign the work; when a process
 * dies PostgreSQL releases them and another one resumes. A failing session is retried with growing delays, others
 * continue.
 */
export function startWorker(given: GivenDeps, options: Partial<WorkerOptions> = {}): ExchangeWorker {
  const { pollMs, idleMinutes } = { ...defaults, ...options }
  const deps: WorkerDeps = {
    ...given,
    attempts: new Attempts(given.db),
    outgoing: given.outgoing ?? openOutgoing(),
  }
  const stopping = new AbortController()
  const backoff = createBackoff(pollMs)
  const outage = createOutageLog(deps.log, 'exchange waits for the database')

  async function processSessions(): Promise<void> {
    for (const sessionId of await listPendingSessions(deps.db, { idleMinutes })) {
      if (stopping.signal.aborted) return
      await attempt(`session ${sessionId}`, () =>
        withLock(deps, sessionLock(sessionId), async (client) => {
          await deps.attempts.writeUndone()
          await processSession(deps, client, { sessionId, idleMinutes, stop: stopping.signal })
        }),
      )
      attachments.wake()
    }
  }

  function processAttachmentQueue(): Promise<void> {
    return attempt('attachments', () =>
      withLock(deps, attachmentsLock, async (client) => {
        await deps.attempts.writeUndone()
        await processAttachments(deps, client, stopping.signal)
      }),
    )
  }

  /** What is fetched by address: files when they are due, and pictures that goods list. */
  async function processWeb(): Promise<void> {
    await attempt('yml', () =>
      withLock(deps, ymlLock, async (client) => {
        if (await fetchDueYml(deps, client, stopping.signal)) sessions.wake()
      }),
    )
    await attempt('web pictures', () =>
      withLock(deps, webPicturesLock, (client) => fetchWebPictures(deps, client, stopping.signal)),
    )
  }

  /** Logs a failure and retries later; other sessions continue. */
  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    if (backoff.isWaiting(name)) return
    try {
      await work()
      backoff.forget(name)
      outage.worked()
    } catch (error) {
      if (stopping.signal.aborted) return
      if (isTransientDatabaseError(error)) {
        outage.failed(error)
        return
      }
      backoff.note(name)
      if (error instanceof DiskFull) deps.log.error({ err: error }, 'exchange waits for room on the disk')
      else deps.log.error({ err: error }, 'exchange stumbled and will try again')
    }
  }

  const sessions = startLoop({ work: () => attempt('sessions', processSessions), pollMs, stop: stopping.signal })
  const attachments = startLoop({ work: processAttachmentQueue, pollMs, stop: stopping.signal })
  const web = startLoop({ work: processWeb, pollMs, stop: stopping.signal })
  return {
    wake: sessions.wake,
    async stop() {
      stopping.abort()
      sessions.wake()
      attachments.wake()
      web.wake()
      await Promise.all([sessions.ended, attachments.ended, web.ended])
      await deps.attempts.writeUndone().catch(() => undefined)
    },
  }
}

type WorkLoop = { wake: () => void; ended: Promise<void> }

/** Repeats the work: at once when woken, otherwise at intervals. */
function startLoop({ work, pollMs, stop }: { work: () => Promise<void>; pollMs: number; stop: AbortSignal }): WorkLoop {
  let isRequested = false
  let wakeUp: (() => void) | undefined

  async function loop(): Promise<void> {
    // Deferred, so that both lanes exist before any work begins.
    await Promise.resolve()
    while (!stop.aborted) {
      isRequested = false
      await work()
      if (!isRequested && !stop.aborted) await sleep()
    }
  }

  function sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const ended = loop()
  return {
    ended,
    wake() {
      isRequested = true
      wakeUp?.()
    },
  }
}

/** Exponential backoff: doubled each time, at most five minutes. */
function createBackoff(firstMs: number) {
  const waits = new Map<string, { delayMs: number; untilMs: number }>()
  return {
    isWaiting: (name: string) => performance.now() < (waits.get(name)?.untilMs ?? 0),
    forget: (name: string) => void waits.delete(name),
    note(name: string) {
      const delayMs = Math.min(maxDelayMs, 2 * (waits.get(name)?.delayMs ?? firstMs / 2))
      waits.set(name, { delayMs, untilMs: performance.now() + delayMs })
    },
  }
}
