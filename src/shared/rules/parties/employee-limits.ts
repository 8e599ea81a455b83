import { addDays, weekdayOf, type Day } from '../dates.ts'

/** Limits of an employee, in kopecks; null: no limit. An order above them needs an approval (product.md §1). */
export type EmployeeLimits = {
  orderLimitKopecks: number | null
  periodLimitKopecks: number | null
  period: LimitPeriod
}

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

export const limitPeriodTexts: Record<LimitPeriod, string> = { day: 'на день', week: 'на неделю', month: 'на месяц' }

/** First day of the period with this day: the day itself, its Monday, or the first of its month. */
export function firstDayOfPeriod(period: LimitPeriod, day: Day): Day {
  if (period === 'month') return `${day.slice(0, 8)}01`
  if (period === 'day') return day
  return addDays(day, 1 - weekdayOf(day))
}

/** Excess over the limit per order, otherwise over the rest of the period's limit; kopecks. */
export type LimitExcess = { over: 'order' | 'period'; byKopecks: number }

/** `spentKopecks`: orders of the period that count. Null if nothing is exceeded. */
export function limitExcess(
  { orderLimitKopecks, periodLimitKopecks }: EmployeeLimits,
  { sumKopecks, spentKopecks }: { sumKopecks: number; spentKopecks: number },
): LimitExcess | null {
  if (orderLimitKopecks !== null && sumKopecks > orderLimitKopecks)
    return { over: 'order', byKopecks: sumKopecks - orderLimitKopecks }
  if (periodLimitKopecks === null || spentKopecks + sumKopecks <= periodLimitKopecks) return null
  return { over: 'period', byKopecks: spentKopecks + sumKopecks - periodLimitKopecks }
}
