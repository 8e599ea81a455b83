import { freeCreditKopecks, hasCreditLimit } from '#shared/rules/credit.ts'
import type { Day } from '#shared/rules/dates.ts'
import { missingToMinOrder } from '#shared/rules/min-order.ts'
import type { Counted } from './queries-limits.ts'
import type { OrderTerms } from './terms.ts'

/** Why a contract refuses an order; kopecks. */
export type Obstacle =
  | { code: 'contractInactive' }
  | { code: 'ordersSuspended'; alert: string | null; contractNumber: string }
  | { code: 'belowLeastSum'; minKopecks: number; missingKopecks: number }
  | { code: 'creditLimit'; credit: Credit }

/** `freeKopecks` is negative if the debt exceeds the limit. */
export type Credit = {
  limitKopecks: number
  debtKopecks: number
  unshippedKopecks: number
  advanceKopecks: number
  freeKopecks: number
  exceedsKopecks: number
}

/** Sums of an order checked against its contract. */
export type Sums = { sumKopecks: number; deliveryKopecks: number }

/** An inactive or stopped contract takes no new order [V.14]. */
export function contractObstacle(
  { contractNumber, status, validTo, stopOrders, debtAlert }: OrderTerms,
  today: Day,
): Obstacle | undefined {
  if (status !== 'active' || (validTo !== null && validTo < today)) return { code: 'contractInactive' }
  return stopOrders ? { code: 'ordersSuspended', alert: debtAlert, contractNumber } : undefined
}

/** The contract's minimum sum of goods without delivery. */
export function minSumObstacle(
  { sumKopecks, deliveryKopecks }: Sums,
  { minOrderKopecks }: OrderTerms,
): Obstacle | undefined {
  const missingKopecks = missingToMinOrder(sumKopecks - deliveryKopecks, minOrderKopecks)
  return missingKopecks > 0 ? { code: 'belowLeastSum', minKopecks: minOrderKopecks ?? 0, missingKopecks } : undefined
}

/** The contract's credit limit for deferred payment; `unshippedKopecks` of other orders. */
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
