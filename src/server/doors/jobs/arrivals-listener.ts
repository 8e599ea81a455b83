import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { notifyArrivals } from '#server/catalogue/lists/arrivals.ts'

type Deps = { db: Db; listener: Listener; log: Logger }

/** 1C sends goods, prices and stock as separate files; one notification covers them all. */
const defaultGatherMs = 1000

/**
 * Notifies watchers as soon as any process has imported figures of 1C. A job that runs every minute handles what this
 * misses, and stock that orders release.
 */
export function notifyArrivalsAfterImports(
  { db, listener, log }: Deps,
  { gatherMs = defaultGatherMs }: { gatherMs?: number } = {},
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let notifying: Promise<void> = Promise.resolve()
  let stopped = false

  async function notifyWaiting(): Promise<void> {
    try {
      const notified = await notifyArrivals({ db })
      if (notified.watches + notified.needs > 0) log.info({ notified }, 'arrivals announced after an import')
    } catch (error) {
      log.warn({ err: error }, 'arrivals wait for their job')
    }
  }

  listener.on('arrivals', () => {
    if (stopped || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      notifying = notifying.then(notifyWaiting)
    }, gatherMs)
  })
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await notifying
    },
  }
}
