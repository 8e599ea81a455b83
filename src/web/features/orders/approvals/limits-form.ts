import type { Employee } from '#shared/api/approvals.ts'
import { textOfRoubles } from '#web/ui/roubles-text.ts'

export type LimitsForm = { order: string; ofPeriod: string; period: Employee['period'] }

export function formOf({ order_limit, period_limit, period }: Employee): LimitsForm {
  return { order: textOfRoubles(order_limit), ofPeriod: textOfRoubles(period_limit), period }
}
