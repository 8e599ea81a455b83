import type { Logger } from 'pino'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { createOutageLog, type OutageLog } from '#server/platform/log/outage.ts'
import { claimFile, finishFile, renewLease, returnFile, type ClaimedFile } from './queries-files.ts'
import { writeFile } from './write-file.ts'

export type WriterDeps = { db: Db; listener: Listener; files: FileStore; log: Logger; origin: string }
export type WriterOptions = { concurrency: number; pollMs: number; leaseSeconds: number; maxAttempts: number }

const defaults: WriterOptions = { concurrency: 2, pollMs: 5000, leaseSeconds: 15, maxAttempts: 3 }

/**
 * Writes price lists in the background, a few at once per process. NOTIFY wakes the writers; a file whose lease has
 * expired is claimed by any process.
 */
export function startWriters(deps: WriterDeps, options: Partial<WriterOptions> = {}): { stop: () => Promise<void> } {
  const settings = { ...defaults, ...options }
  const stopping = new AbortController()
  const wakeSignal = createWakeSignal(settings.pollMs)
  const outage = createOutageLog(deps.log, 'price lists wait for the database')
  deps.listener.on('price-lists', () => wakeSignal.wake())

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const notified = wakeSignal.wait()
      const found = await processNext({ ...deps, outage }, settings, stopping.signal)
      if (!found && !stopping.signal.aborted) await notified
    }
  }

  const running = Array.from({ length: settings.concurrency }, () => loop())
  return {
    async stop() {
      stopping.abort()
      wakeSignal.wake()
      await Promise.all(running)
    },
  }
}

/** Writes one queued price list; false if the queue is empty. */
async function processNext(
  { outage, ...deps }: WriterDeps & { outage: OutageLog },
  settings: WriterOptions,
  stop: AbortSignal,
): Promise<boolean> {
  try {
    const claimed = await claimFile(deps.db, settings)
    outage.worked()
    if (!claimed) return false
    if (claimed.attempts > settings.maxAttempts) await returnFile(deps.db, claimed, 'failed')
    else await processFile(deps, settings, claimed, stop)
    return true
  } catch (error) {
    if (!stop.aborted) outage.failed(error)
    return false
  }
}

async function processFile(
  deps: WriterDeps,
  settings: WriterOptions,
  claimed: ClaimedFile,
  stop: AbortSignal,
): Promise<void> {
  const startedMs = performance.now()
  const leaseLost = new AbortController()
  const progress = { doneRows: 0, totalRows: 0 }
  const reportProgress = async () => {
    const hasLease = await renewLease(deps.db, claimed, { ...progress, ...settings }).catch(() => true)
    if (!hasLease) leaseLost.abort()
  }
  const timer = setInterval(() => void reportProgress(), Math.min(500, settings.leaseSeconds * 300))
  try {
    const written = await writeFile(deps, claimed, { stop: AbortSignal.any([stop, leaseLost.signal]), progress })
    if (written) await finishFile(deps.db, claimed, written)
    else await returnFile(deps.db, claimed, 'failed')
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    deps.log.info({ priceList: claimed.id, rows: written?.rows, seconds }, 'price list written')
  } catch (error) {
    if (leaseLost.signal.aborted) return
    if (stop.aborted) return await returnFile(deps.db, claimed, 'interrupted')
    const isTransient = isTransientDatabaseError(error)
    deps.log[isTransient ? 'warn' : 'error']({ err: error, priceList: claimed.id }, 'price list not written')
    await returnFile(deps.db, claimed, claimed.attempts < settings.maxAttempts ? 'again' : 'failed')
  } finally {
    clearInterval(timer)
  }
}

/** Waits for a wake-up or a timeout. */
function createWakeSignal(pollMs: number) {
  const waiting = new Set<() => void>()
  return {
    wake(): void {
      for (const resume of waiting) resume()
    },
    wait(): Promise<void> {
      return new Promise((resolve) => {
        const resume = () => {
          clearTimeout(timer)
          waiting.delete(resume)
          resolve()
        }
        const timer = setTimeout(resume, pollMs)
        waiting.add(resume)
      })
    },
  }
}
