import type { Outcome } from './run.ts'
import { sendKeysRepeatedly } from './same-key.ts'
import { startSoakServer } from './server.ts'

/** 10,000 keys sent three times at once, a fifth of the requests aborted before the answer: 10,000 orders. */
export async function soak(scale: number): Promise<Outcome> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const keys = Math.round(10_000 * scale)
  const server = await startSoakServer({ demo: false })
  const database = await server.openDatabase()
  try {
    const figures = await sendKeysRepeatedly({ db: database.db, origin: server.origin() }, { keys, accounts: 16, seed })
    const failedChecks = []
    if (figures.orders !== keys) failedChecks.push(`${figures.orders} orders of ${keys} keys`)
    if (figures.differing > 0) failedChecks.push(`${figures.differing} keys were answered differently`)
    if (figures.broken > 0) failedChecks.push(`${figures.broken} stock rows do not match their lines`)
    return { figures: { ...figures, seed }, failedChecks }
  } finally {
    await database.close()
    await server.stop()
  }
}
