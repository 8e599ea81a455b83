import { isTransientDatabaseError } from '#server/platform/db/client.ts'
import { createOutageLog } from '#server/platform/log/outage.ts'
import { processAttachments } from './attachment-queue.ts'
import { Attempts } from './attempts.ts'
import { attachmentsLock, sessionLock, withLock, type WorkerDeps } from './locks.ts'
import { listPendingSessions } from '../queries.ts'
import { DiskFull } from '../receive/disk-space.ts'
import { defaultIdleMinutes, processSession } from './work-session.ts'

export type WorkerOptions = { pollMs: number; idleMinutes: number }

const defaults: WorkerOptions = { pollMs: 2000, idleMinutes: defaultIdleMinutes }
const maxDelayMs = 5 * 60_000

export type ExchangeWorker = { wake: () => void; stop: () => Promise<void> }

/**
 * Works off what 1C has sent in the background of every process: goods, prices and stock session by session, beside
 * them pictures and documents in a turn of their own. Work is done by whoever holds its advisory lock; when that
 * process dies PostgreSQL lets go of it and the next one goes on where it stopped. A session that fails waits longer
 * and longer, the others go on.
 */
export function startWorker(given: Omit<WorkerDeps, 'attempts'>, options: Partial<WorkerOptions> = {}): ExchangeWorker {
  const { pollMs, idleMinutes } = { ...defaults, ...options }
  const deps: WorkerDeps = { ...given, attempts: new Attempts(given.db) }
  const stopping = new AbortController()
  const delays = createDelays(pollMs)
  const outage = createOutageLog(deps.log, 'exchange waits for the database')

  async function workOffSessions(): Promise<void> {
    for (const sessionId of await listPendingSessions(deps.db, { idleMinutes })) {
      if (stopping.signal.aborted) return
      await attempt(`session ${sessionId}`, () =>
        withLock(deps, sessionLock(sessionId), async (client) => {
          await deps.attempts.settle()
          await processSession(deps, client, { sessionId, idleMinutes, stop: stopping.signal })
        }),
      )
      attachments.wake()
    }
  }

  function workOffQueue(): Promise<void> {
    return attempt('attachments', () =>
      withLock(deps, attachmentsLock, async (client) => {
        await deps.attempts.settle()
        await processAttachments(deps, client, stopping.signal)
      }),
    )
  }

  /** A failure is logged and retried later; other sessions continue. */
  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    if (delays.isWaiting(name)) return
    try {
      await work()
      delays.forget(name)
      outage.worked()
    } catch (error) {
      if (stopping.signal.aborted) return
      if (isTransientDatabaseError(error)) {
        outage.failed(error)
        return
      }
      delays.note(name)
      if (error instanceof DiskFull) deps.log.error({ err: error }, 'exchange waits for room on the disk')
      else deps.log.error({ err: error }, 'exchange stumbled and will try again')
    }
  }

  const sessions = startLane({ work: () => attempt('sessions', workOffSessions), pollMs, stop: stopping.signal })
  const attachments = startLane({ work: workOffQueue, pollMs, stop: stopping.signal })
  return {
    wake: sessions.wake,
    async stop() {
      stopping.abort()
      sessions.wake()
      attachments.wake()
      await Promise.all([sessions.ended, attachments.ended])
      await deps.attempts.settle().catch(() => undefined)
    },
  }
}

type Lane = { wake: () => void; ended: Promise<void> }

/** Does the work again and again: at once when woken, else after a while. */
function startLane({ work, pollMs, stop }: { work: () => Promise<void>; pollMs: number; stop: AbortSignal }): Lane {
  let again = false
  let wakeUp: (() => void) | undefined

  async function loop(): Promise<void> {
    // Lanes know each other before any of them begins.
    await Promise.resolve()
    while (!stop.aborted) {
      again = false
      await work()
      if (!again && !stop.aborted) await nap()
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

  const ended = loop()
  return {
    ended,
    wake() {
      again = true
      wakeUp?.()
    },
  }
}

/** How long what has failed waits: twice as long each time, at most five minutes. */
function createDelays(firstMs: number) {
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
