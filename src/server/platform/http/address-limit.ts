import { AppError } from '#server/platform/app-error.ts'

const maxAddresses = 10_000

/** Token bucket per address for requests without a session, per process. */
export function createAddressLimit({ perSecond, burst }: { perSecond: number; burst: number }) {
  const saved = new Map<string, { left: number; atMs: number }>()
  return {
    /** Takes one request; throws with the seconds to wait if none is left. */
    spend(address: string, nowMs = performance.now()): void {
      if (saved.size >= maxAddresses) saved.clear()
      const before = saved.get(address) ?? { left: burst, atMs: nowMs }
      const left = Math.min(burst, before.left + (Math.max(0, nowMs - before.atMs) / 1000) * perSecond)
      if (left < 1) throw new AppError('tooManyRequests', { retryAfterSeconds: Math.ceil(1 / perSecond) })
      saved.set(address, { left: left - 1, atMs: nowMs })
    },
  }
}
