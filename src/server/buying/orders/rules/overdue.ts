import { daysBetween, type Day } from '#shared/rules/dates.ts'
import { cancelled } from '#shared/rules/order-states.ts'

type Payment = { payUntil: Day | null; paidKopecks: number; sumKopecks: number; state: number }

/** Days a payment is overdue; 0 when not due, complete, or no longer expected. */
export function overdueDays({ payUntil, paidKopecks, sumKopecks, state }: Payment, today: Day): number {
  if (payUntil === null || paidKopecks >= sumKopecks || state === cancelled) return 0
  return Math.max(0, daysBetween(payUntil, today))
}
