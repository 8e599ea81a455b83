import { limitPeriodTexts, type LimitPeriod } from '#shared/api/approvals.ts'
import { addDays, dayOf, startOfDay, weekdayOf, type Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockLimits, sumCounted, type Limits } from './queries-limits.ts'

/** First day of the period with this day: the day itself, its Monday, or the first of its month. */
export function firstDayOfPeriod(period: LimitPeriod, day: Day): Day {
  if (period === 'month') return `${day.slice(0, 8)}01`
  if (period === 'day') return day
  return addDays(day, 1 - weekdayOf(day))
}

type LimitQuery = { accountId: number; sumKopecks: number; now: Date; exceptOrderId?: number }

/**
 * Excess of a sum over the employee's limits; null if no approval is needed. Locks the account's row, so that
 * concurrent orders cannot exceed the limit together. Waiting and cancelled orders do not count.
 */
export async function findExcess(
  tx: Db,
  { accountId, sumKopecks, now, exceptOrderId }: LimitQuery,
): Promise<Excess | null> {
  const limits = await lockLimits(tx, { accountId })
  const { spentKopecks } = await sumCounted(tx, { accountId, since: periodStart(limits, now), exceptOrderId })
  return limitExcess(limits, { sumKopecks, spentKopecks })
}

/** Start of the period whose orders count; undefined without a period limit. */
export function periodStart({ periodLimitKopecks, period }: Limits, now: Date): Date | undefined {
  return periodLimitKopecks === null ? undefined : startOfDay(firstDayOfPeriod(period, dayOf(now)))
}

/** Excess over the limit per order, otherwise over the rest of the period's limit; kopecks. */
export type Excess = { over: 'order' | 'period'; byKopecks: number }

/** The same from values already locked and summed; null if nothing is exceeded. */
export function limitExcess(
  { orderLimitKopecks, periodLimitKopecks }: Limits,
  { sumKopecks, spentKopecks }: { sumKopecks: number; spentKopecks: number },
): Excess | null {
  if (orderLimitKopecks !== null && sumKopecks > orderLimitKopecks)
    return { over: 'order', byKopecks: sumKopecks - orderLimitKopecks }
  if (periodLimitKopecks === null || spentKopecks + sumKopecks <= periodLimitKopecks) return null
  return { over: 'period', byKopecks: spentKopecks + sumKopecks - periodLimitKopecks }
}

/** Reason for the order's history. */
export function approvalReason({ over }: Excess, { period }: Limits): string {
  return `Сумма выше лимита сотрудника ${over === 'order' ? 'на заказ' : limitPeriodTexts[period]}: нужно согласование`
}
