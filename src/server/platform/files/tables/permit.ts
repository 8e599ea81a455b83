/**
 * Who may parse now: light tables beside each other, a heavy one only while no other is parsed, so that memory stays
 * bounded. First come, first served.
 */
export function createPermit() {
  const waiting: { isHeavy: boolean; goOn: () => void }[] = []
  let light = 0
  let heavy = 0

  function admit(): void {
    for (let next = waiting[0]; next && heavy === 0 && (!next.isHeavy || light === 0); next = waiting[0]) {
      waiting.shift()
      if (next.isHeavy) heavy += 1
      else light += 1
      next.goOn()
    }
  }

  return {
    /** Waits for the turn; what it answers gives the permit back. */
    async take(isHeavy: boolean): Promise<() => void> {
      await new Promise<void>((goOn) => {
        waiting.push({ isHeavy, goOn })
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
