import type { Day } from '#shared/rules/dates.ts'
import { discountedKopecks } from '#shared/rules/prices/discount.ts'
import type { PriceOutcome } from '#shared/rules/prices/price-outcomes.ts'
import type { Rate } from './shared-queries-rates.ts'

/** A condition of the contract or of its price type that covers the good, whatever its period. */
export type CoveringCondition = {
  id: number
  /** Whether it is the contract's own. */
  own: boolean
  /** Hundredths of a per cent; null: a fixed price. */
  discount: number | null
  priceKopecks: number | null
  /** The category, brand or good; null: all goods. */
  of: string | null
  startsOn: Day
  endsOn: Day | null
}

/** Everything that may make the price of a good under a contract. */
export type PriceFacts = {
  priceType: { name: string; currency: string; pricesAt: string | null }
  /** Whether the good is sold at all: switched on, and without variants, which are sold instead. */
  active: boolean
  /** The list price in roubles; null: not sold at the price type. */
  listKopecks: number | null
  /** The price of 1C in another currency, `rate` null without one. */
  foreign: { currency: string; hundredths: string; rate: Rate | null } | null
  conditions: CoveringCondition[]
  /** Sale prices of special offers for the price type, whatever their period. */
  sales: { title: string; startsOn: Day; endsOn: Day; active: boolean; kopecks: number }[]
}

export type Candidate = { outcome: PriceOutcome; kopecks: number | null } & (
  | { kind: 'type' }
  | { kind: 'condition'; condition: CoveringCondition }
  | { kind: 'sale'; sale: PriceFacts['sales'][number] }
)

export type PriceDecision = { kopecks: number | null; candidates: Candidate[] }

/**
 * Decides the price of a good: the lowest that fits (product.md §8); of equal ones the list price, then a fixed price,
 * a discount, a sale. A condition or sale needs a list price. `writeDerivedPrices`, `writeSalePrices` and
 * `payableKopecks` are the same rule in SQL.
 */
export function decidePrice(facts: PriceFacts, today: Day): PriceDecision {
  const { listKopecks, conditions, sales } = facts
  const obstacle = obstacleOf(facts)
  const list: Candidate = { kind: 'type', kopecks: listKopecks, outcome: obstacle ?? 'chosen' }
  const conditional = conditions.map((condition): Candidate => {
    const kopecks = kopecksUnder(condition, listKopecks)
    return { kind: 'condition', condition, kopecks, outcome: obstacle ?? judge(condition, kopecks, listKopecks, today) }
  })
  const sold = sales.map((sale): Candidate => {
    const outcome = obstacle ?? (sale.active ? judge(sale, sale.kopecks, listKopecks, today) : 'switchedOff')
    return { kind: 'sale', sale, kopecks: sale.kopecks, outcome }
  })
  const candidates = [list, ...conditional.toSorted(byPrecedence), ...sold]
  const best = candidates
    .filter(({ outcome }) => outcome === 'chosen')
    .toSorted((one, other) => (one.kopecks ?? 0) - (other.kopecks ?? 0))[0]
  return {
    kopecks: best?.kopecks ?? null,
    candidates: candidates.map((each) =>
      each.outcome === 'chosen' && each !== best ? { ...each, outcome: 'higher' } : each,
    ),
  }
}

/** Why the good has no price under the contract at all. */
function obstacleOf({ active, listKopecks, foreign }: PriceFacts): PriceOutcome | undefined {
  if (!active) return 'inactive'
  if (listKopecks !== null) return undefined
  return foreign === null ? 'notPriced' : 'noRate'
}

function kopecksUnder({ discount, priceKopecks }: CoveringCondition, listKopecks: number | null): number | null {
  if (discount === null) return priceKopecks
  return listKopecks === null ? null : discountedKopecks(listKopecks, discount)
}

/** 'chosen' unless another is lower. */
function judge(
  { startsOn, endsOn }: { startsOn: Day; endsOn: Day | null },
  kopecks: number | null,
  listKopecks: number | null,
  today: Day,
): PriceOutcome {
  if (startsOn > today) return 'notYet'
  if (endsOn !== null && endsOn < today) return 'over'
  return (kopecks ?? 0) < (listKopecks ?? 0) ? 'chosen' : 'notBelowList'
}

/** Of equal prices a fixed one counts, then the larger discount, then the older condition. */
function byPrecedence(one: Candidate, other: Candidate): number {
  if (one.kind !== 'condition' || other.kind !== 'condition') return 0
  const rank = ({ discount }: CoveringCondition) => (discount === null ? -10_000 : -discount)
  return rank(one.condition) - rank(other.condition) || one.condition.id - other.condition.id
}
