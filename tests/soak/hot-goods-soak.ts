import { competeForHotGoods } from './hot-goods.ts'
import type { Outcome } from './run.ts'
import { startSoakServer } from './server.ts'

/** 200 accounts at once on 20 scarce products, 20,000 attempts: nothing oversold, reservations exact. */
export async function soak(scale: number): Promise<Outcome> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const server = await startSoakServer({ demo: false })
  const database = await server.openDatabase()
  try {
    const figures = await competeForHotGoods(
      { db: database.db, origin: server.origin() },
      { accounts: 200, products: 20, attempts: Math.round(20_000 * scale), unitsEach: Math.round(800 * scale), seed },
    )
    const failedChecks = []
    if (figures.oversold > 0) failedChecks.push(`${figures.oversold} stock rows are oversold`)
    if (figures.broken > 0) failedChecks.push(`${figures.broken} stock rows do not match their lines`)
    if (figures.outOfStock === 0) failedChecks.push('nothing ran out: the goods were not scarce')
    return { figures: { ...figures, seed }, failedChecks }
  } finally {
    await database.close()
    await server.stop()
  }
}
