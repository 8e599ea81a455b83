import { AppError } from '#server/platform/app-error.ts'

const maxAccounts = 10_000

export type SearchLimit = ReturnType<typeof createSearchLimit>

/** Token bucket for text searches per account (product.md §2). Per process; 0 = no limit. */
export function createSearchLimit({
  searchesPerSecond,
  searchBurst,
}: {
  searchesPerSecond: number
  searchBurst: number
}) {
  const balances = new Map<number, { tokens: number; atMs: number }>()
  return {
    /** Takes one search; throws with the seconds to wait if none is left. */
    take(accountId: number, nowMs = performance.now()): void {
      if (searchesPerSecond === 0) return
      if (balances.size >= maxAccounts) balances.clear()
      const before = balances.get(accountId) ?? { tokens: searchBurst, atMs: nowMs }
      const refilled = (Math.max(0, nowMs - before.atMs) / 1000) * searchesPerSecond
      const tokens = Math.min(searchBurst, before.tokens + refilled)
      if (tokens < 1) throw new AppError('tooManyRequests', { retryAfterSeconds: 1 })
      balances.set(accountId, { tokens: tokens - 1, atMs: nowMs })
    },
  }
}
