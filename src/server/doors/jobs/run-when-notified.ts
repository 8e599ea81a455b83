import type { Logger } from 'pino'
import type { Listener } from '#server/platform/db/listener.ts'

export type Prompt = { stop: () => Promise<void> }

/**
 * Runs work soon after a notification on a channel; those of `gatherMs` are one. Runs follow each other. A job must do
 * what this misses.
 */
export function runWhenNotified(
  { listener, log }: { listener: Listener; log: Logger },
  { channel, gatherMs, run }: { channel: string; gatherMs: number; run: () => Promise<void> },
): Prompt {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const runLogged = () =>
    run().catch((error: unknown) => {
      log.warn({ channel, err: error }, 'prompted work waits for its job')
    })
  listener.on(channel, () => {
    if (stopped || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      running = running.then(runLogged)
    }, gatherMs)
  })
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
