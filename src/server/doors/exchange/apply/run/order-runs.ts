import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { exchangeRejects, exchangeRuns } from '#server/platform/db/schema/exchange.ts'
import type { ReceivedOrders } from '../../orders/received.ts'

const maxRejects = 10_000

/** Logs the import of an order file. Returns the run's id. */
export async function logOrders(
  db: Db,
  {
    sessionId,
    fileId,
    name,
    received,
  }: { sessionId: number; fileId: number | null; name: string; received: ReceivedOrders },
): Promise<number> {
  const { documents, changed, unchanged, contragents, rejects } = received
  const rejected = rejects.filter(({ kind }) => kind === 'order').length
  const orders = { orders: { seen: documents, changed, unchanged, rejected } }
  const counts = Object.keys(contragents).length === 0 ? orders : { ...orders, contragents }
  return db.transaction(async (tx) => {
    const [run] = await tx
      .insert(exchangeRuns)
      .values({
        sessionId,
        fileId,
        type: 'orders',
        name,
        status: 'done',
        finishedAt: sql`now()`,
        itemsDone: documents,
        itemsTotal: documents,
        counts,
      })
      .returning({ id: exchangeRuns.id })
    if (run === undefined) throw new Error('the run of orders was not made')
    if (rejects.length === 0) return run.id
    await tx
      .insert(exchangeRejects)
      .values(rejects.slice(0, maxRejects).map((reject) => ({ ...reject, runId: run.id })))
    return run.id
  })
}

/** Logs that an order file could not be read. Returns the run's id. */
export async function logFailedOrders(
  db: Db,
  { error, ...file }: { sessionId: number; fileId: number; name: string; error: string },
): Promise<number> {
  const [run] = await db
    .insert(exchangeRuns)
    .values({ ...file, type: 'orders', status: 'failed', error, finishedAt: sql`now()` })
    .returning({ id: exchangeRuns.id })
  if (run === undefined) throw new Error('the run of orders was not made')
  return run.id
}
