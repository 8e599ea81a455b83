import type { Logger } from 'pino'

/** Failures this far apart are an outage; a slow start may miss the first connection. */
const minOutageMs = 1000

export type OutageLog = { failed: (error: unknown) => void; worked: () => void }

/** For work that retries while the database is unavailable: warns from the second failed attempt on. */
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
