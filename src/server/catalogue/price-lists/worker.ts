import type { Logger } from 'pino'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { createOutageLog, type OutageLog } from '#server/platform/log/outage.ts'
import { claimFile, finishFile, renewLease, returnFile, type ClaimedFile } from './queries-files.ts'
import { writeFile } from './write-file.ts'

export type WriterDeps = { db: Db; listener: Listener; files: FileStore; log: Logger; origin: string }
export type WriterOptions = { atOnce: number; pollMs: number; leaseSeconds: number; maxAttempts: number }

const defaults: WriterOptions = { atOnce: 2, pollMs: 5000, leaseSeconds: 15, maxAttempts: 3 }

/**
 * Writes price lists in the background of every process, a few at once. A request wakes it by NOTIFY; a file whose
 * lease has expired is taken over by the next process.
 */
export function startWriters(deps: WriterDeps, options: Partial<WriterOptions> = {}): { stop: () => Promise<void> } {
  const settings = { ...defaults, ...options }
  const stopping = new AbortController()
  const bell = createBell(settings.pollMs)
  const outage = createOutageLog(deps.log, 'price lists wait for the database')
  deps.listener.on('price-lists', () => bell.ring())

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const notified = bell.wait()
      const found = await takeOne({ ...deps, outage }, settings, stopping.signal)
      if (!found && !stopping.signal.aborted) await notified
    }
  }

  const running = Array.from({ length: settings.atOnce }, () => loop())
  return {
    async stop() {
      stopping.abort()
      bell.ring()
      await Promise.all(running)
    },
  }
}

/** Writes one price list that waits; false when none does. */
async function takeOne(
  { outage, ...deps }: WriterDeps & { outage: OutageLog },
  settings: WriterOptions,
  stop: AbortSignal,
): Promise<boolean> {
  try {
    const claimed = await claimFile(deps.db, settings)
    outage.worked()
    if (!claimed) return false
    if (claimed.attempts > settings.maxAttempts) await returnFile(deps.db, claimed, 'failed')
    else await workOn(deps, settings, claimed, stop)
    return true
  } catch (error) {
    if (!stop.aborted) outage.failed(error)
    return false
  }
}

async function workOn(
  deps: WriterDeps,
  settings: WriterOptions,
  claimed: ClaimedFile,
  stop: AbortSignal,
): Promise<void> {
  const startedMs = performance.now()
  const lost = new AbortController()
  const progress = { doneRows: 0, totalRows: 0 }
  const reportProgress = async () => {
    const mine = await renewLease(deps.db, claimed, { ...progress, ...settings }).catch(() => true)
    if (!mine) lost.abort()
  }
  const timer = setInterval(() => void reportProgress(), Math.min(500, settings.leaseSeconds * 300))
  try {
    const written = await writeFile(deps, claimed, { stop: AbortSignal.any([stop, lost.signal]), progress })
    if (written) await finishFile(deps.db, claimed, written)
    else await returnFile(deps.db, claimed, 'failed')
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    deps.log.info({ priceList: claimed.id, rows: written?.rows, seconds }, 'price list written')
  } catch (error) {
    if (lost.signal.aborted) return
    if (stop.aborted) return await returnFile(deps.db, claimed, 'interrupted')
    const passing = isTransientDatabaseError(error)
    deps.log[passing ? 'warn' : 'error']({ err: error, priceList: claimed.id }, 'price list not written')
    await returnFile(deps.db, claimed, claimed.attempts < settings.maxAttempts ? 'again' : 'failed')
  } finally {
    clearInterval(timer)
  }
}

/** Waits for a signal or a timeout. */
function createBell(pollMs: number) {
  const waiting = new Set<() => void>()
  return {
    ring(): void {
      for (const goOn of waiting) goOn()
    },
    wait(): Promise<void> {
      return new Promise((resolve) => {
        const goOn = () => {
          clearTimeout(timer)
          waiting.delete(goOn)
          resolve()
        }
        const timer = setTimeout(goOn, pollMs)
        waiting.add(goOn)
      })
    },
  }
}
