/**
 * Lets light tables be parsed in parallel, a heavy one only alone, so that memory stays bounded. First come, first
 * served.
 */
export function createParseLock() {
  const waiting: { isHeavy: boolean; proceed: () => void }[] = []
  let light = 0
  let heavy = 0

  function admit(): void {
    for (let next = waiting[0]; next && heavy === 0 && (!next.isHeavy || light === 0); next = waiting[0]) {
      waiting.shift()
      if (next.isHeavy) heavy += 1
      else light += 1
      next.proceed()
    }
  }

  return {
    /** Waits for the lock; returns the function that releases it. */
    async acquire(isHeavy: boolean): Promise<() => void> {
      await new Promise<void>((proceed) => {
        waiting.push({ isHeavy, proceed })
        admit()
      })
      return () => {
        if (isHeavy) heavy -= 1
        else light -= 1
        admit()
      }
    },
  }
}
