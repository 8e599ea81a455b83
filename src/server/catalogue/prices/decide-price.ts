import type { Day } from '#shared/rules/dates.ts'
import type { PriceOutcome } from '#shared/rules/prices/price-outcomes.ts'
import type { Rate } from './shared-queries-rates.ts'

/** Everything that may make the price of a good under a contract. */
export type PriceFacts = {
  priceType: { name: string; currency: string; pricesAt: string | null }
  /** Whether the good is sold at all: switched on, and without variants, which are sold instead. */
  active: boolean
  /** The list price in roubles; null: not sold at the price type. */
  listKopecks: number | null
  /** The price of 1C in another currency, `rate` null without one. */
  foreign: { currency: string; hundredths: string; rate: Rate | null } | null
  /** Sale prices of special offers for the price type, whatever their period. */
  sales: { title: string; startsOn: Day; endsOn: Day; active: boolean; kopecks: number }[]
}

export type Candidate = { outcome: PriceOutcome; kopecks: number | null } & (
  | { kind: 'type' }
  | { kind: 'sale'; sale: PriceFacts['sales'][number] }
)

export type PriceDecision = { kopecks: number | null; candidates: Candidate[] }

/**
 * Decides the price of a good: the lowest that fits (product.md §8). A sale needs a list price, and must be below it.
 * `writeSalePrices` and `payableKopecks` are the same rule in SQL.
 */
export function decidePrice(facts: PriceFacts, today: Day): PriceDecision {
  const { listKopecks, sales } = facts
  const obstacle = obstacleOf(facts)
  const judged = sales.map((sale) => ({ sale, outcome: obstacle ?? judgeSale(sale, listKopecks ?? 0, today) }))
  const best = judged
    .filter(({ outcome }) => outcome === 'chosen')
    .toSorted((a, b) => a.sale.kopecks - b.sale.kopecks)[0]
  const list: Candidate = { kind: 'type', kopecks: listKopecks, outcome: obstacle ?? (best ? 'higher' : 'chosen') }
  const others = judged.map(({ sale, outcome }): Candidate => {
    const isHigher = outcome === 'chosen' && sale !== best?.sale
    return { kind: 'sale', sale, kopecks: sale.kopecks, outcome: isHigher ? 'higher' : outcome }
  })
  return { kopecks: obstacle === undefined ? (best?.sale.kopecks ?? listKopecks) : null, candidates: [list, ...others] }
}

/** Why the good has no price under the contract at all. */
function obstacleOf({ active, listKopecks, foreign }: PriceFacts): PriceOutcome | undefined {
  if (!active) return 'inactive'
  if (listKopecks !== null) return undefined
  return foreign === null ? 'notPriced' : 'noRate'
}

/** 'chosen' unless another is lower. */
function judgeSale(
  { startsOn, endsOn, active, kopecks }: PriceFacts['sales'][number],
  listKopecks: number,
  today: Day,
): PriceOutcome {
  if (!active) return 'switchedOff'
  if (startsOn > today) return 'notYet'
  if (endsOn < today) return 'over'
  return kopecks < listKopecks ? 'chosen' : 'notBelowList'
}
