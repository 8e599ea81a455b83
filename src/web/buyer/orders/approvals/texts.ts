import type { LimitPeriod } from '#shared/rules/parties/employee-limits.ts'

export const periodText: Record<LimitPeriod, string> = { day: 'в день', week: 'в неделю', month: 'в месяц' }
