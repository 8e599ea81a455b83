import type { Db } from '#server/platform/db/client.ts'
import { notifyEach } from '#server/platform/notifications/service.ts'
import { endWatches, recordNeeds, type Arrival, type ArrivalWindow } from './queries-arrivals.ts'

const maxAtOnce = 5000
/** Longer than any transaction takes to commit, so that two runs overlap and miss nothing. */
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
    watches: await throughAll(() => db.transaction((tx) => notifyWatches(tx, look))),
    needs: await throughAll(() => db.transaction((tx) => notifyNeeds(tx, look))),
  }
}

async function notifyWatches(tx: Db, look: ArrivalWindow): Promise<number> {
  const arrivals = await endWatches(tx, look)
  await notifyEach(tx, { kind: 'arrival', notices: arrivals.map(loud) })
  return arrivals.length
}

async function notifyNeeds(tx: Db, look: ArrivalWindow): Promise<number> {
  const { changed, arrivals } = await recordNeeds(tx, look)
  await notifyEach(tx, { kind: 'need', notices: arrivals.map(loud) })
  return changed
}

const loud = (arrival: Arrival) => ({ ...arrival, quiet: false })

async function throughAll(tell: () => Promise<number>): Promise<number> {
  let notified = 0
  for (;;) {
    const count = await tell()
    notified += count
    if (count < maxAtOnce) return notified
  }
}
