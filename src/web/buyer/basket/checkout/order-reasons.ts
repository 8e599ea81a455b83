import { limitPeriodTexts } from '#shared/rules/parties/employee-limits.ts'
import type { ExpectedApproval, Refusal } from '#shared/api/order-preview.ts'
import { money } from '#web/ui/format.ts'
import { refusalIn } from '#web/parts/order-reason/order-reason.ts'

/** The reason of a refusal stays until a newer preview replaces it. */
export function isSettled(
  error: Error | null,
  { refusedAt, checkedAt }: { refusedAt: number; checkedAt: number },
): boolean {
  return refusalIn(error) !== undefined && checkedAt > refusedAt
}

/** All reasons against the order without duplicates: of the preview and of the last refusal. */
export function reasonsOf(checkTimes: readonly Refusal[], error: Error | null): Refusal[] {
  const refused = refusalIn(error)
  return refused === undefined || checkTimes.some(({ code }) => code === refused.code)
    ? [...checkTimes]
    : [...checkTimes, refused]
}

/** Why the order needs approval, by whom, and the rest of the period's limit. */
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
    over === 'order'
      ? `вашего лимита на заказ (${money(order_limit)})`
      : `остатка вашего лимита ${limitPeriodTexts[period]}`
  const remainder =
    period_limit === null
      ? ''
      : ` Остаток лимита ${limitPeriodTexts[period]}: ${money(left)} из ${money(period_limit)}.`
  const approversText = approvers.length === 0 ? '' : ` Согласует ${approvers.join(' или ')}.`
  return `Сумма на ${money(by)} больше ${limit}.${remainder}${approversText} Товар будет в резерве, пока заказ ждёт.`
}
