import type { Db } from '#server/db/client.ts'
import { tellNeeds, tellWatches } from './queries-arrivals.ts'

const mostAtOnce = 5000
/** Longer than a change takes to be committed, so that two looks leave no gap between them. */
const lately = 10

export type Told = { watches: number; needs: number }

/**
 * Tells accounts of goods that have come: watched ones once, needed ones whenever they come. Several processes share the work.
 * Every minute the goods are looked at whose stock has changed; `all` also finds what a price, a step or a contract has changed.
 */
export async function tellArrivals({ db }: { db: Db }, { all = false }: { all?: boolean } = {}): Promise<Told> {
  const look = { minutes: all ? undefined : lately, most: mostAtOnce }
  return { watches: await throughAll(() => tellWatches(db, look)), needs: await throughAll(() => tellNeeds(db, look)) }
}

async function throughAll(tell: () => Promise<number>): Promise<number> {
  let told = 0
  for (;;) {
    const count = await tell()
    told += count
    if (count < mostAtOnce) return told
  }
}
