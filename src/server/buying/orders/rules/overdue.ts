import { daysBetween, type Day } from '#shared/rules/dates.ts'
import { cancelled } from '#shared/rules/order-states.ts'

type Payment = { payUntil: Day | null; paidKopecks: number; sumKopecks: number; state: number }

/** Number of days a payment is overdue; 0 if not due, paid, or not expected any more. */
export function overdueDays({ payUntil, paidKopecks, sumKopecks, state }: Payment, today: Day): number {
  if (payUntil === null || paidKopecks >= sumKopecks || state === cancelled) return 0
  return Math.max(0, daysBetween(payUntil, today))
}
