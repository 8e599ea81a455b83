import { AppError } from '#server/platform/app-error.ts'

const maxAccounts = 10_000

export type SearchLimit = ReturnType<typeof createSearchLimit>

/** Limits text searches per account: a rate per second with a burst (product.md §2). Per process; 0 = no limit. */
export function createSearchLimit({
  searchesPerSecond,
  searchBurst,
}: {
  searchesPerSecond: number
  searchBurst: number
}) {
  const saved = new Map<number, { left: number; atMs: number }>()
  return {
    /** Takes one search, or refuses with the seconds to wait. */
    spend(accountId: number, nowMs = performance.now()): void {
      if (searchesPerSecond === 0) return
      if (saved.size >= maxAccounts) saved.clear()
      const before = saved.get(accountId) ?? { left: searchBurst, atMs: nowMs }
      const gained = (Math.max(0, nowMs - before.atMs) / 1000) * searchesPerSecond
      const left = Math.min(searchBurst, before.left + gained)
      if (left < 1) throw new AppError('tooManyRequests', { retryAfterSeconds: 1 })
      saved.set(accountId, { left: left - 1, atMs: nowMs })
    },
  }
}
