import type { Db } from '#server/platform/db/client.ts'
import { notifyEach } from '#server/platform/notifications/service.ts'
import { endWatches, recordNeeds, type Arrival, type ArrivalWindow } from './queries-arrivals.ts'

const batchSize = 5000
/** Longer than any transaction takes to commit, so that consecutive runs overlap and miss nothing. */
const recentMinutes = 10

export type NotifiedCounts = { watches: number; needs: number }

/**
 * Notifies accounts of arrived goods: watches once, needs at every arrival. Processes share the work by row locks. The
 * run every minute checks goods with changed stock; `all` also finds effects of changed prices, steps and contracts.
 */
export async function notifyArrivals(
  { db }: { db: Db },
  { all = false }: { all?: boolean } = {},
): Promise<NotifiedCounts> {
  const window = { minutes: all ? undefined : recentMinutes, max: batchSize }
  return {
    watches: await repeatUntilDone(() => db.transaction((tx) => notifyWatches(tx, window))),
    needs: await repeatUntilDone(() => db.transaction((tx) => notifyNeeds(tx, window))),
  }
}

async function notifyWatches(tx: Db, window: ArrivalWindow): Promise<number> {
  const arrivals = await endWatches(tx, window)
  await notifyEach(tx, { kind: 'arrival', notices: arrivals.map(toNotice) })
  return arrivals.length
}

async function notifyNeeds(tx: Db, window: ArrivalWindow): Promise<number> {
  const { changed, arrivals } = await recordNeeds(tx, window)
  await notifyEach(tx, { kind: 'need', notices: arrivals.map(toNotice) })
  return changed
}

const toNotice = ({ contractId, ...arrival }: Arrival) => ({
  ...arrival,
  contractIds: contractId === null ? [] : [contractId],
  quiet: false,
})

async function repeatUntilDone(notifyBatch: () => Promise<number>): Promise<number> {
  let notified = 0
  for (;;) {
    const count = await notifyBatch()
    notified += count
    if (count < batchSize) return notified
  }
}
