import { nextAttempt, type AttemptStore } from '#web/api/attempts.ts'
import { saveGrid, readGrid } from './grid-store.ts'

/** The unanswered attempts to add the rows of a grid to the basket. */
export function attemptsOf(storageKey: string): AttemptStore {
  return {
    next(input) {
      const grid = readGrid(storageKey)
      const attempt = nextAttempt(grid.attempt ?? undefined, input)
      saveGrid(storageKey, { ...grid, attempt })
      return attempt
    },
    clear: () => saveGrid(storageKey, { ...readGrid(storageKey), attempt: null }),
  }
}
