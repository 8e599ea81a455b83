import type { Employee } from '#shared/api/approvals.ts'

/** '300 000,50' → roubles; nothing typed is no limit; undefined when it is no sum. */
export function limitOf(text: string): number | null | undefined {
  const cleaned = text.replace(/[\s\u00a0₽]/g, '').replace(',', '.')
  if (cleaned === '') return null
  return /^\d{1,9}(\.\d{1,2})?$/.test(cleaned) ? Number(cleaned) : undefined
}

export function textOfLimit(roubles: number | null): string {
  return roubles === null ? '' : new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }).format(roubles)
}

export type LimitsForm = { order: string; ofPeriod: string; period: Employee['period'] }

export function formOf({ order_limit, period_limit, period }: Employee): LimitsForm {
  return { order: textOfLimit(order_limit), ofPeriod: textOfLimit(period_limit), period }
}
