import { priceBreaks } from '#server/platform/db/schema/prices/price-breaks.ts'
import type { Db } from '#server/platform/db/client.ts'

export type BreakInput = Partial<Omit<typeof priceBreaks.$inferInsert, 'leastQuantityMilli' | 'leastSumKopecks'>> & {
  /** Units. */
  from?: number
  /** Kopecks. */
  fromSum?: number
}

/** Adds breaks of a contract or price type directly to the table. */
export async function addBreaks(db: Db, inputs: readonly BreakInput[]): Promise<number[]> {
  if (inputs.length === 0) return []
  const rows = inputs.map(({ from, fromSum, ...columns }) => ({
    ...columns,
    leastQuantityMilli: from === undefined ? null : Math.round(from * 1000),
    leastSumKopecks: fromSum ?? null,
  }))
  return (await db.insert(priceBreaks).values(rows).returning({ id: priceBreaks.id })).map(({ id }) => id)
}
