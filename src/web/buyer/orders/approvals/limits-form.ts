import type { Employee } from '#shared/api/approvals.ts'
import { formatRoublesText } from '#web/ui/forms/roubles-text.ts'

export type LimitsForm = { order: string; ofPeriod: string; period: Employee['period'] }

export function formOf({ order_limit, period_limit, period }: Employee): LimitsForm {
  return { order: formatRoublesText(order_limit), ofPeriod: formatRoublesText(period_limit), period }
}
