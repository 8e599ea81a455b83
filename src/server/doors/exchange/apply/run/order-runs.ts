import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { exchangeRejects, exchangeRuns } from '#server/platform/db/schema/exchange.ts'
import type { ReceivedOrders } from '../../orders/received.ts'

const maxRejects = 10_000

/** Logs the import of an order file. */
export async function logOrders(
  db: Db,
  { sessionId, fileId, name, received }: { sessionId: number; fileId: number; name: string; received: ReceivedOrders },
): Promise<void> {
  const { documents, changed, unchanged, contragents, rejects } = received
  const rejected = rejects.filter(({ kind }) => kind === 'order').length
  const orders = { orders: { seen: documents, changed, unchanged, rejected } }
  const counts = Object.keys(contragents).length === 0 ? orders : { ...orders, contragents }
  await db.transaction(async (tx) => {
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
    if (run === undefined || rejects.length === 0) return
    await tx
      .insert(exchangeRejects)
      .values(rejects.slice(0, maxRejects).map((reject) => ({ ...reject, runId: run.id })))
  })
}
