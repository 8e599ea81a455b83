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

/** Counts searches in memory and writes them every few seconds. */
export function openSearchLog({ db, log }: { db: Db; log: Logger }): SearchLog {
  let days = new Map<Day, Counts>()
  const typed = createTypedSearches(({ query, found, at }) => {
    const day = dayOf(new Date(at))
    const counts = days.get(day) ?? { day, searches: 0, empty: 0, words: new Map<string, number>() }
    days.set(day, counts)
    counts.searches += 1
    if (found) return
    counts.empty += 1
    if (counts.words.has(query) || counts.words.size < maxWords)
      counts.words.set(query, (counts.words.get(query) ?? 0) + 1)
  })

  async function flush({ all = false } = {}): Promise<void> {
    typed.settle(all ? Infinity : Date.now())
    if (days.size === 0) return
    const counted = [...days.values()]
    days = new Map()
    for (const { day, searches, empty, words } of counted)
      await addSearches(db, { day, searches, empty, words: [...words] })
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
