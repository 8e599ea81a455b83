/** Circuit breaker for an external service. */
export type Breaker = {
  /** Whether the service may be called now. */
  isClosed: () => boolean
  /** No calls before this instant. */
  openUntil: (untilMs: number) => void
  succeeded: () => void
  /** Opens for a while after several consecutive failures. */
  failed: () => void
}

const maxFailures = 5
const pauseMs = 30_000

export function createBreaker({ now = () => Date.now() }: { now?: () => number } = {}): Breaker {
  let closedFromMs = 0
  let failures = 0
  const openUntil = (untilMs: number) => {
    closedFromMs = Math.max(closedFromMs, untilMs)
    failures = 0
  }
  return {
    isClosed: () => now() >= closedFromMs,
    openUntil,
    succeeded: () => void (failures = 0),
    failed() {
      failures += 1
      if (failures >= maxFailures) openUntil(now() + pauseMs)
    },
  }
}
