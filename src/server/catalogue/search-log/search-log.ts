import type { Logger } from 'pino'
import { dayOf, type Day } from '#shared/rules/dates.ts'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import { addSearches } from './queries.ts'
import { createTypedSearches, type TypedSearch } from './typed-searches.ts'

export type SearchLog = {
  record: (search: Omit<TypedSearch, 'at'>) => void
  /** Writes what has been counted; with `all` also searches that may still be typed on. */
  flush: (options?: { all?: boolean }) => Promise<void>
  close: () => Promise<void>
}

const flushMs = 10_000
/** Different words between two flushes; more are counted without their words. */
const maxWords = 2000

type Counts = { day: Day; searches: number; empty: number; words: Map<string, number> }

/**
 * Counts searches in memory and writes them every few seconds. What a failing database did not take stays for the next
 * time; what it refuses for good is dropped.
 */
export function openSearchLog({ db, log }: { db: Db; log: Logger }): SearchLog {
  const days = new Map<Day, Counts>()
  let running: Promise<void> | undefined
  const typed = createTypedSearches(({ query, found, at }) => {
    const empty = found ? 0 : 1
    add({ day: dayOf(new Date(at)), searches: 1, empty, words: new Map(found ? [] : [[query, 1]]) })
  })

  function add({ day, searches, empty, words }: Counts): void {
    const counts = days.get(day) ?? { day, searches: 0, empty: 0, words: new Map<string, number>() }
    days.set(day, counts)
    counts.searches += searches
    counts.empty += empty
    for (const [query, times] of words)
      if (counts.words.has(query) || counts.words.size < maxWords)
        counts.words.set(query, (counts.words.get(query) ?? 0) + times)
  }

  async function writeDays(): Promise<void> {
    const failures: unknown[] = []
    // Searches that come in while it writes wait for the next flush.
    const counted = [...days.values()]
    days.clear()
    for (const counts of counted) {
      try {
        await addSearches(db, { ...counts, words: [...counts.words] })
      } catch (error) {
        if (isTransientDatabaseError(error)) {
          add(counts)
          failures.push(error)
        } else log.error({ err: error, day: counts.day, searches: counts.searches }, 'searches of a day were dropped')
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** One at a time. A call during another waits for it, and with `all` then writes what is left. */
  async function flush({ all = false } = {}): Promise<void> {
    if (running !== undefined) {
      if (!all) return running
      await running.catch(() => undefined)
    }
    typed.settle(all ? Infinity : Date.now())
    running = writeDays().finally(() => (running = undefined))
    return running
  }

  const flushLogged = (options?: { all: boolean }) =>
    flush(options).catch((error: unknown) => log.warn({ err: error }, 'searches were not counted'))
  const timer = setInterval(() => void flushLogged(), flushMs)
  timer.unref()
  return {
    record: (search) => typed.add({ ...search, at: Date.now() }),
    flush,
    async close() {
      clearInterval(timer)
      await flushLogged({ all: true })
    },
  }
}
