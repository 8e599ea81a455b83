import type { LimitPeriod } from '#shared/api/approvals.ts'

export const periodText: Record<LimitPeriod, string> = { day: 'в день', week: 'в неделю', month: 'в месяц' }
