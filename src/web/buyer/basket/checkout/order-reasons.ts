import type { ExpectedApproval, Refusal } from '#shared/api/order-preview.ts'
import { money } from '#web/ui/format.ts'
import { refusalIn } from '#web/parts/order-reason/order-reason.ts'

/**
 * What an order was refused for stands until a newer look at it: that one knows better, and what it does not tell is
 * settled.
 */
export function isSettled(
  error: Error | null,
  { refusedAt, checkedAt }: { refusedAt: number; checkedAt: number },
): boolean {
  return refusalIn(error) !== undefined && checkedAt > refusedAt
}

/** All that stands in the way, each once: as the preview knows it, and what an order was just refused for. */
export function reasonsOf(checkTimes: readonly Refusal[], error: Error | null): Refusal[] {
  const refused = refusalIn(error)
  return refused === undefined || checkTimes.some(({ code }) => code === refused.code)
    ? [...checkTimes]
    : [...checkTimes, refused]
}

const periodText: Record<ExpectedApproval['period'], string> = { day: 'на день', week: 'на неделю', month: 'на месяц' }

/** Why the order will wait, for whom, and what is left of the period. */
export function approvalText({
  over,
  by,
  order_limit,
  period,
  period_limit,
  left,
  approvers,
}: ExpectedApproval): string {
  const limit =
    over === 'order' ? `вашего лимита на заказ (${money(order_limit)})` : `остатка вашего лимита ${periodText[period]}`
  const rest =
    period_limit === null ? '' : ` Остаток лимита ${periodText[period]}: ${money(left)} из ${money(period_limit)}.`
  const who = approvers.length === 0 ? '' : ` Согласует ${approvers.join(' или ')}.`
  return `Сумма на ${money(by)} больше ${limit}.${rest}${who} Товар будет в резерве, пока заказ ждёт.`
}
