import type { Logger } from 'pino'
import { dayOf, type Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
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

/** Counts searches in memory and writes them every few seconds; what cannot be written stays for the next time. */
export function openSearchLog({ db, log }: { db: Db; log: Logger }): SearchLog {
  const days = new Map<Day, Counts>()
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

  async function flush({ all = false } = {}): Promise<void> {
    typed.settle(all ? Infinity : Date.now())
    for (const counts of days.values()) {
      days.delete(counts.day)
      try {
        await addSearches(db, { ...counts, words: [...counts.words] })
      } catch (error) {
        add(counts)
        throw error
      }
    }
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
