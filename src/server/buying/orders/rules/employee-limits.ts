import type { LimitPeriod } from '#shared/api/approvals.ts'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockLimits, sumCounted, type Limits } from './queries-limits.ts'

/** The first day of the period that a day lies in: the day itself, its Monday, the first of its month. */
export function firstDayOfPeriod(period: LimitPeriod, day: Day): Day {
  if (period === 'month') return `${day.slice(0, 8)}01`
  if (period === 'day') return day
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

type LimitQuery = { accountId: number; sumKopecks: number; now: Date; exceptOrderId?: number }

/**
 * How far an order of that sum lies above what needs no approval of the owner; null when it need not wait. Locks the
 * account's row, so that orders of one employee count one after another: what passes without approval never exceeds the
 * period's limit. Orders that still wait do not count, nor do cancelled ones.
 */
export async function findExcess(
  tx: Db,
  { accountId, sumKopecks, now, exceptOrderId }: LimitQuery,
): Promise<Excess | null> {
  const limits = await lockLimits(tx, { accountId })
  const { spentKopecks } = await sumCounted(tx, { accountId, since: countedSince(limits, now), exceptOrderId })
  return limitExcess(limits, { sumKopecks, spentKopecks })
}

/** From when on orders count against the period's limit; undefined where there is none. */
export function countedSince({ periodLimitKopecks, period }: Limits, now: Date): Date | undefined {
  return periodLimitKopecks === null ? undefined : startOfDay(firstDayOfPeriod(period, dayOf(now)))
}

/** How far a sum lies above an employee's limit of one order, else above what is left of their period's; kopecks. */
export type Excess = { over: 'order' | 'period'; byKopecks: number }

/** The same from what has been locked and summed; null when nothing is exceeded. */
export function limitExcess(
  { orderLimitKopecks, periodLimitKopecks }: Limits,
  { sumKopecks, spentKopecks }: { sumKopecks: number; spentKopecks: number },
): Excess | null {
  if (orderLimitKopecks !== null && sumKopecks > orderLimitKopecks)
    return { over: 'order', byKopecks: sumKopecks - orderLimitKopecks }
  if (periodLimitKopecks === null || spentKopecks + sumKopecks <= periodLimitKopecks) return null
  return { over: 'period', byKopecks: spentKopecks + sumKopecks - periodLimitKopecks }
}

/** In the words that the order's history keeps. */
export function approvalReason({ over }: Excess, { period }: Limits): string {
  return `Сумма выше лимита сотрудника ${over === 'order' ? 'на заказ' : periodTexts[period]}: нужно согласование`
}

const periodTexts: Record<LimitPeriod, string> = { day: 'на день', week: 'на неделю', month: 'на месяц' }
