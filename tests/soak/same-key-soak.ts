import type { Outcome } from './run.ts'
import { sendKeysThrice } from './same-key.ts'
import { startSoakServer } from './server.ts'

/** 10,000 keys sent thrice at once, a fifth of the sockets cut before the answer: 10,000 orders. */
export async function soak(scale: number): Promise<Outcome> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const keys = Math.round(10_000 * scale)
  const server = await startSoakServer({ demo: false })
  const database = await server.openDatabase()
  try {
    const facts = await sendKeysThrice({ db: database.db, origin: server.origin() }, { keys, accounts: 16, seed })
    const missed = []
    if (facts.orders !== keys) missed.push(`${facts.orders} orders of ${keys} keys`)
    if (facts.differing > 0) missed.push(`${facts.differing} keys were answered differently`)
    if (facts.broken > 0) missed.push(`${facts.broken} stock rows hold another figure than their lines`)
    return { facts: { ...facts, seed }, missed }
  } finally {
    await database.close()
    await server.stop()
  }
}
