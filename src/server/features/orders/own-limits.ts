import type { LimitPeriod } from '#shared/api/approvals.ts'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/db/client.ts'
import { lockLimits, sumCounted, type Limits } from './queries-limits.ts'

/** The first day of the period that a day lies in: the day itself, its Monday, the first of its month. */
export function firstDayOf(period: LimitPeriod, day: Day): Day {
  if (period === 'month') return `${day.slice(0, 8)}01`
  if (period === 'day') return day
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

type Asked = { accountId: number; sumKopecks: number; now: Date; exceptOrderId?: number }

/**
 * Why an order of that sum has to wait for the owner's approval; null when it need not. Locks the account's row, so that
 * orders of one employee count one after another: what passes without approval never exceeds the period's limit. Orders
 * that still wait do not count, nor do cancelled ones.
 */
export async function reasonToWait(tx: Db, { accountId, sumKopecks, now, exceptOrderId }: Asked): Promise<string | null> {
  const limits = await lockLimits(tx, { accountId })
  const { spentKopecks } = await sumCounted(tx, { accountId, since: countedSince(limits, now), exceptOrderId })
  return reasonOf(limits, { sumKopecks, spentKopecks })
}

/** From when on orders count against the period's limit; undefined where there is none. */
export function countedSince({ periodLimitKopecks, period }: Limits, now: Date): Date | undefined {
  return periodLimitKopecks === null ? undefined : startOfDay(firstDayOf(period, dayOf(now)))
}

/** The same from what has been locked and summed. */
export function reasonOf({ orderLimitKopecks, periodLimitKopecks, period }: Limits, { sumKopecks, spentKopecks }: { sumKopecks: number; spentKopecks: number }): string | null {
  if (orderLimitKopecks !== null && sumKopecks > orderLimitKopecks) return 'Сумма выше лимита сотрудника на заказ: нужно согласование'
  if (periodLimitKopecks === null) return null
  return spentKopecks + sumKopecks > periodLimitKopecks ? `Сумма выше лимита сотрудника ${spans[period]}: нужно согласование` : null
}

const spans: Record<LimitPeriod, string> = { day: 'на день', week: 'на неделю', month: 'на месяц' }
