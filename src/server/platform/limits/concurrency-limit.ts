/** Runs a limited number of tasks concurrently; the others wait in order. */
export function createConcurrencyLimit({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let busy = 0

  return {
    /** Whether the queue is full. */
    isFull: (): boolean => busy >= atOnce && waiting.length >= maxWaiting,

    isIdle: (): boolean => busy === 0,

    async take<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
      if (busy >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve))
      else busy += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else busy -= 1
      }
    },
  }
}
