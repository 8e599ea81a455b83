export type Repeated = { repeated: number; seconds: number }

type Series = { count: number; intervalMs: number; timer: NodeJS.Timeout; report: (repeated: Repeated) => void }

const maxSeries = 500

/**
 * Passes the first of equal lines and counts the others. The count is logged at the end of each interval, which grows
 * after the first. A quiet interval other than the first ends the series.
 */
export function createRepeats({ firstMs = 10_000, nextMs = 60_000 }: { firstMs?: number; nextMs?: number } = {}) {
  const series = new Map<string, Series>()

  function begin(key: string, intervalMs: number, report: Series['report']): void {
    const timer = setTimeout(() => endInterval(key), intervalMs).unref()
    series.set(key, { count: 0, intervalMs, timer, report })
  }

  function endInterval(key: string): void {
    const ended = series.get(key)
    if (ended === undefined) return
    series.delete(key)
    if (ended.count === 0 && ended.intervalMs >= nextMs) return
    begin(key, nextMs, ended.report)
    if (ended.count > 0) ended.report({ repeated: ended.count, seconds: ended.intervalMs / 1000 })
  }

  return {
    /** Whether a line is the first of its kind; otherwise it is counted for the first one's `report`. */
    isFirst(key: string, report: Series['report']): boolean {
      const known = series.get(key)
      if (known !== undefined) {
        known.count += 1
        return false
      }
      if (series.size < maxSeries) begin(key, firstMs, report)
      return true
    },
    /** Reports pending counts at once. */
    flush(): void {
      for (const [key, { timer }] of series) {
        clearTimeout(timer)
        endInterval(key)
      }
      for (const { timer } of series.values()) clearTimeout(timer)
      series.clear()
    },
  }
}
