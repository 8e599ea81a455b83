import { heartbeatSeconds, streamEvents, type PortalEvent } from '#shared/api/events.ts'
import { readStream, StreamRefused } from './read-stream.ts'

/**
 * Signals of a window. 'live': whether changes are announced now, repeated at each heartbeat and each failure.
 * 'refresh': something may have been missed.
 */
export type Signal = { kind: 'changed'; event: PortalEvent } | { kind: 'refresh' } | { kind: 'live'; live: boolean }

/** A proxy that buffers the stream delivers nothing within this time. */
const maxReadyMs = 10_000
export const maxSilentMs = heartbeatSeconds * 2500
const minRetryMs = 1000
const maxRetryMs = 60_000
/** A stream that ended sooner counts as a failure. */
const minStreamMs = 10_000
/** A restarting server is available again within this time. */
const graceMs = 5000

/** Keeps one stream open and reconnects with increasing delays. Returns a function that closes it. */
export function keepConnected(onSignal: (signal: Signal) => void): () => void {
  const closing = new AbortController()
  let live = false
  let failures = 0
  let grace: ReturnType<typeof setTimeout> | undefined
  void run()

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const startedMs = performance.now()
      const retryAfterMs = await readOnce()
      if (closing.signal.aborted) return
      if (live) grace ??= setTimeout(() => emit(false), graceMs)
      else emit(false)
      failures = performance.now() - startedMs > minStreamMs ? 0 : failures + 1
      await pause(Math.max(retryAfterMs, Math.min(maxRetryMs, minRetryMs * 2 ** failures) * (0.5 + Math.random() / 2)))
    }
  }

  /** Resolves to the retry delay requested by the server. */
  async function readOnce(): Promise<number> {
    const silent = new AbortController()
    let watch = setTimeout(() => silent.abort(), maxReadyMs)
    try {
      await readStream(AbortSignal.any([closing.signal, silent.signal]), (name, data) => {
        clearTimeout(watch)
        watch = setTimeout(() => silent.abort(), maxSilentMs)
        handleEvent(name, data)
      })
      return 0
    } catch (error) {
      return error instanceof StreamRefused ? error.retryAfterMs : 0
    } finally {
      clearTimeout(watch)
    }
  }

  function handleEvent(name: string, data: string): void {
    if (name === streamEvents.changed) return onSignal({ kind: 'changed', event: JSON.parse(data) as PortalEvent })
    if (name !== '') onSignal({ kind: 'refresh' })
    emit(true)
  }

  function emit(next: boolean): void {
    clearTimeout(grace)
    grace = undefined
    live = next
    onSignal({ kind: 'live', live })
  }

  /** Ends early when the network returns. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      addEventListener('online', done)
      closing.signal.addEventListener('abort', done)
      function done(): void {
        clearTimeout(timer)
        removeEventListener('online', done)
        closing.signal.removeEventListener('abort', done)
        resolve()
      }
    })
  }

  return () => {
    closing.abort()
    clearTimeout(grace)
  }
}
