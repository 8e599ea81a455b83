import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { notifyArrivals } from '#server/catalogue/lists/arrivals.ts'
import { runWhenNotified, type Prompt } from './run-when-notified.ts'

type Deps = { db: Db; listener: Listener; log: Logger }

/** 1C sends goods, prices and stock as separate files; one notification covers them all. */
const defaultGatherMs = 1000

/**
 * Notifies watchers as soon as any process has imported figures of 1C. A job that runs every minute handles what this
 * misses, and stock that orders release.
 */
export function notifyArrivalsAfterImports(
  deps: Deps,
  { gatherMs = defaultGatherMs }: { gatherMs?: number } = {},
): Prompt {
  return runWhenNotified(deps, {
    channel: 'arrivals',
    gatherMs,
    run: async () => {
      const notified = await notifyArrivals(deps)
      if (notified.watches + notified.needs > 0) deps.log.info({ notified }, 'arrivals announced after an import')
    },
  })
}
