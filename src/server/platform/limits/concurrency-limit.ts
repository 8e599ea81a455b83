/** Runs a limited number of tasks concurrently; the others wait in order. */
export function createConcurrencyLimit({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
  const queue: (() => void)[] = []
  let runningCount = 0

  return {
    /** Whether the queue is full. */
    isFull: (): boolean => runningCount >= maxRunning && queue.length >= maxWaiting,

    isIdle: (): boolean => runningCount === 0,

    async run<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
      if (runningCount >= maxRunning) await new Promise<void>((resolve) => void queue.push(resolve))
      else runningCount += 1
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else runningCount -= 1
      }
    },
  }
}
