import { addDays, dayOf } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deleteSearchesBefore, listEmptySearches, sumSearches, type EmptySearch } from './queries.ts'

const keptDays = 180

export type EmptySearches = { searches: number; empty: number; items: EmptySearch[] }

/** Words that found nothing in the last days, the most frequent first. */
export async function readEmptySearches(
  { db }: { db: Db },
  { days, limit, now }: { days: number; limit: number; now: Date },
): Promise<EmptySearches> {
  const from = addDays(dayOf(now), 1 - days)
  return { ...(await sumSearches(db, { from })), items: await listEmptySearches(db, { from, limit }) }
}

/** Deletes what is older than 180 days. Returns the number of deleted words. */
export function purgeSearchLog({ db }: { db: Db }, now = new Date()): Promise<number> {
  return deleteSearchesBefore(db, { day: addDays(dayOf(now), -keptDays) })
}
