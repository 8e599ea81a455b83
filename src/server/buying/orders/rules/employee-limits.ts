import { dayOf, startOfDay } from '#shared/rules/dates.ts'
import {
  firstDayOfPeriod,
  limitExcess,
  limitPeriodTexts,
  type EmployeeLimits,
  type LimitExcess,
} from '#shared/rules/parties/employee-limits.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockLimits, sumCounted } from './queries-limits.ts'

type LimitQuery = { accountId: number; sumKopecks: number; now: Date; exceptOrderId?: number }

/**
 * Excess of a sum over the employee's limits; null if no approval is needed. Locks the account's row, so that
 * concurrent orders cannot exceed the limit together. Waiting and cancelled orders do not count.
 */
export async function findExcess(
  tx: Db,
  { accountId, sumKopecks, now, exceptOrderId }: LimitQuery,
): Promise<LimitExcess | null> {
  const limits = await lockLimits(tx, { accountId })
  const { spentKopecks } = await sumCounted(tx, { accountId, since: periodStart(limits, now), exceptOrderId })
  return limitExcess(limits, { sumKopecks, spentKopecks })
}

/** Start of the period whose orders count; undefined without a period limit. */
export function periodStart({ periodLimitKopecks, period }: EmployeeLimits, now: Date): Date | undefined {
  return periodLimitKopecks === null ? undefined : startOfDay(firstDayOfPeriod(period, dayOf(now)))
}

/** Reason for the order's history. */
export function approvalReason({ over }: LimitExcess, { period }: EmployeeLimits): string {
  return `Сумма выше лимита сотрудника ${over === 'order' ? 'на заказ' : limitPeriodTexts[period]}: нужно согласование`
}
