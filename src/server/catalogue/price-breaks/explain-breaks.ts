import type { PriceOutcome } from '#shared/rules/prices/price-outcomes.ts'
import { decideLinePrices, type PriceBreak } from '#shared/rules/prices/price-breaks.ts'
import type { Db } from '#server/platform/db/client.ts'
import { breaksOf } from './price-lines.ts'
import { findOwner } from './queries.ts'
import { listBreaks } from './shared-queries.ts'

export type ConsideredBreak = { priceBreak: PriceBreak; outcome: PriceOutcome }

type Good = {
  contractId: number
  productId: number
  quantityMilli: number
  listKopecks: number | null
  /** Without breaks; null: not sold. */
  baseKopecks: number | null
}

/** The breaks of a good and what became of them, as if it were alone in the basket; `kopecks`: the price with them. */
export async function explainBreaks(
  db: Db,
  { contractId, productId, quantityMilli, listKopecks, baseKopecks }: Good,
): Promise<{ kopecks: number | null; breaks: ConsideredBreak[] }> {
  const owner = await findOwner(db, { contractId })
  const stored = owner ? await listBreaks(db, { ...owner, productIds: [productId] }) : []
  const breaks = baseKopecks === null ? [] : breaksOf(stored, listKopecks)
  const { lines, judgedKopecks } = decideLinePrices([{ productId, quantityMilli, baseKopecks, breaks }])
  const won = lines[0]?.won
  const reached = { quantity: quantityMilli, sum: judgedKopecks }
  return {
    kopecks: lines[0]?.priceKopecks ?? null,
    breaks: breaks.map((priceBreak) => ({
      priceBreak,
      outcome: priceBreak === won ? 'chosen' : priceBreak.least > reached[priceBreak.by] ? 'notReached' : 'higher',
    })),
  }
}
