import type { Db } from '#server/platform/db/client.ts'
import { notifyNeeds, notifyWatches } from './queries-arrivals.ts'

const maxAtOnce = 5000
/** Longer than a change takes to be committed, so that two looks leave no gap between them. */
const lately = 10

export type NotifiedCounts = { watches: number; needs: number }

/**
 * Notifies accounts of arrived goods: watched ones once, needed ones whenever they arrive. Several processes share the
 * work. Every minute it checks goods with changed stock; `all` also finds effects of changed prices, steps and
 * contracts.
 */
export async function notifyArrivals(
  { db }: { db: Db },
  { all = false }: { all?: boolean } = {},
): Promise<NotifiedCounts> {
  const look = { minutes: all ? undefined : lately, max: maxAtOnce }
  return {
    watches: await throughAll(() => notifyWatches(db, look)),
    needs: await throughAll(() => notifyNeeds(db, look)),
  }
}

async function throughAll(tell: () => Promise<number>): Promise<number> {
  let notified = 0
  for (;;) {
    const count = await tell()
    notified += count
    if (count < maxAtOnce) return notified
  }
}
