import { competeForHotGoods } from './hot-goods.ts'
import type { Outcome } from './run.ts'
import { startSoakServer } from './server.ts'

/** 200 accounts at once on 20 hot products, 20,000 attempts: not one unit oversold, reservations exact. */
export async function soak(scale: number): Promise<Outcome> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const server = await startSoakServer({ demo: false })
  const database = await server.openDatabase()
  try {
    const facts = await competeForHotGoods(
      { db: database.db, origin: server.origin() },
      { accounts: 200, products: 20, attempts: Math.round(20_000 * scale), unitsEach: Math.round(800 * scale), seed },
    )
    const missed = []
    if (facts.oversold > 0) missed.push(`${facts.oversold} stock rows promise more than there is`)
    if (facts.broken > 0) missed.push(`${facts.broken} stock rows hold another figure than their lines`)
    if (facts.outOfStock === 0) missed.push('nothing ran out: the goods were not hot')
    return { facts: { ...facts, seed }, missed }
  } finally {
    await database.close()
    await server.stop()
  }
}
