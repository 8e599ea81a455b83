import type { ExpectedApproval, Refusal } from '#shared/api/order-preview.ts'
import { CallError } from '#web/api/client.ts'
import { money } from '#web/ui/format.ts'

const codes: readonly string[] = ['contractInactive', 'ordersSuspended', 'belowLeastSum', 'creditLimit'] satisfies Refusal['code'][]

/** The reason a refused order carries itself; undefined when it was refused for something else. */
export function reasonIn(error: Error | null): Refusal | undefined {
  if (!(error instanceof CallError) || !codes.includes(error.code)) return undefined
  return error.body as unknown as Refusal
}

/** What an order was refused for stands until a newer look at it: that one knows better, and what it does not tell is settled. */
export function isSettled(error: Error | null, { refusedAt, lookedAt }: { refusedAt: number; lookedAt: number }): boolean {
  return reasonIn(error) !== undefined && lookedAt > refusedAt
}

/** All that stands in the way, each once: as the preview knows it, and what an order was just refused for. */
export function reasonsOf(told: readonly Refusal[], error: Error | null): Refusal[] {
  const refused = reasonIn(error)
  return refused === undefined || told.some(({ code }) => code === refused.code) ? [...told] : [...told, refused]
}

/** What is to be paid, and what payment alone will not settle. */
export function payWords({ code, to_pay }: Refusal): string {
  if (to_pay === null) return ''
  const { sum, rest, documents } = to_pay
  if (code === 'ordersSuspended') return `Просрочены документы на ${money(sum)}:`
  if (documents.length === 0) return `Неоплаченных документов по договору нет. Уменьшите заказ на ${money(rest)} или попросите вашего менеджера поднять лимит.`
  if (rest > 0) return `Если оплатить все документы, не хватит ещё ${money(rest)}: уменьшите заказ или попросите вашего менеджера поднять лимит. Не оплачены:`
  return `Чтобы заказ прошёл, оплатите не меньше ${money(sum)}:`
}

const periodWords: Record<ExpectedApproval['period'], string> = { day: 'на день', week: 'на неделю', month: 'на месяц' }

/** Why the order will wait, for whom, and what is left of the period. */
export function approvalWords({ over, by, order_limit, period, period_limit, left, approvers }: ExpectedApproval): string {
  const limit = over === 'order' ? `вашего лимита на заказ (${money(order_limit)})` : `остатка вашего лимита ${periodWords[period]}`
  const rest = period_limit === null ? '' : ` Остаток лимита ${periodWords[period]}: ${money(left)} из ${money(period_limit)}.`
  const who = approvers.length === 0 ? '' : ` Согласует ${approvers.join(' или ')}.`
  return `Сумма на ${money(by)} больше ${limit}.${rest}${who} Товар будет в резерве, пока заказ ждёт.`
}
