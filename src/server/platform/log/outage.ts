import type { Logger } from 'pino'

/** Failures this far apart are an outage; a start on a slow machine misses a first connection and no more. */
const minOutageMs = 1000

export type OutageLog = { failed: (error: unknown) => void; worked: () => void }

/** For work that retries while the database is unavailable: warns from the second failed try on. */
export function createOutageLog(log: Pick<Logger, 'warn' | 'debug'>, message: string): OutageLog {
  let sinceMs: number | undefined
  return {
    failed(error) {
      sinceMs ??= performance.now()
      const isOutage = performance.now() - sinceMs >= minOutageMs
      log[isOutage ? 'warn' : 'debug']({ err: error }, message)
    },
    worked() {
      sinceMs = undefined
    },
  }
}
