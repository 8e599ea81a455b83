import type { Day } from '#shared/rules/dates.ts'
import { missingToMinOrder } from '#shared/rules/min-order.ts'
import type { Counted } from './queries-limits.ts'
import type { OrderTerms } from './terms.ts'

/** Why a contract takes no order, or not this one; kopecks. */
export type Obstacle =
  | { code: 'contractInactive' }
  | { code: 'ordersSuspended'; alert: string | null }
  | { code: 'belowLeastSum'; minKopecks: number; missingKopecks: number }
  | { code: 'creditLimit'; credit: Credit }

/** What is left of a credit is below 0 where the debt has outgrown the limit. */
export type Credit = {
  limitKopecks: number
  debtKopecks: number
  unshippedKopecks: number
  advanceKopecks: number
  freeKopecks: number
  exceedsKopecks: number
}

/** What of an order its contract's sums look at. */
export type Sums = { sumKopecks: number; deliveryKopecks: number }

/** A contract that is not in force or is stopped takes no new order [V.14]. */
export function contractObstacle(
  { status, validTo, stopOrders, debtAlert }: OrderTerms,
  today: Day,
): Obstacle | undefined {
  if (status !== 'active' || (validTo !== null && validTo < today)) return { code: 'contractInactive' }
  return stopOrders ? { code: 'ordersSuspended', alert: debtAlert } : undefined
}

/** The contract's least sum, which the goods have to reach without their delivery. */
export function minSumObstacle(
  { sumKopecks, deliveryKopecks }: Sums,
  { minOrderKopecks }: OrderTerms,
): Obstacle | undefined {
  const missingKopecks = missingToMinOrder(sumKopecks - deliveryKopecks, minOrderKopecks)
  return missingKopecks > 0 ? { code: 'belowLeastSum', minKopecks: minOrderKopecks ?? 0, missingKopecks } : undefined
}

/** The contract's credit, which binds orders on deferred payment; `unshippedKopecks` of the others. */
export function creditObstacle(
  { sumKopecks }: Pick<Sums, 'sumKopecks'>,
  terms: OrderTerms,
  { unshippedKopecks }: Pick<Counted, 'unshippedKopecks'>,
): Obstacle | undefined {
  if (!hasCreditLimit(terms)) return undefined
  const { creditLimitKopecks: limitKopecks, debtKopecks, advanceKopecks } = terms
  const freeKopecks = freeCreditKopecks(terms, unshippedKopecks)
  const exceedsKopecks = sumKopecks - freeKopecks
  return exceedsKopecks > 0
    ? {
        code: 'creditLimit',
        credit: { limitKopecks, debtKopecks, unshippedKopecks, advanceKopecks, freeKopecks, exceedsKopecks },
      }
    : undefined
}

type CreditTerms = Pick<OrderTerms, 'payment' | 'creditLimitKopecks' | 'debtKopecks' | 'advanceKopecks'>

export function hasCreditLimit<Some extends CreditTerms>(terms: Some): terms is Some & { creditLimitKopecks: number } {
  return terms.payment === 'deferred' && terms.creditLimitKopecks !== null
}

/** Limit − debt − what is ordered and not shipped + advance (product.md §5). */
export function freeCreditKopecks(
  { creditLimitKopecks, debtKopecks, advanceKopecks }: CreditTerms & { creditLimitKopecks: number },
  unshippedKopecks: number,
): number {
  return creditLimitKopecks - debtKopecks - unshippedKopecks + advanceKopecks
}
