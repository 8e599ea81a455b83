import type { CustomerContract } from '#shared/api/administration/customers.ts'
import { plural } from '#shared/rules/plural.ts'

export function paymentTerms({ payment, prepayment_percent, deferral_days }: CustomerContract): string {
  return payment === 'prepaid' ? `предоплата ${prepayment_percent}\u00a0%` : `отсрочка ${deferral_days}\u00a0дн.`
}

/** '3 дн.' of a sum that is overdue. */
export const overdueText = (days: number) => (days === 0 ? '' : `${days}\u00a0дн.`)

/** '+12 % к прошлым 90 дням'; undefined without anything to compare with. */
export function turnoverChange({ turnover, previous }: { turnover: number; previous: number }): string | undefined {
  if (previous === 0) return undefined
  const percent = Math.round(((turnover - previous) * 100) / previous)
  if (percent === 0) return 'как в прошлые 90 дней'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}\u00a0% к прошлым 90`
}

export const basketText = (lines: number) => `Корзина: ${lines} ${plural(lines, ['строка', 'строки', 'строк'])}`
