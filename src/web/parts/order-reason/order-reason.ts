import type { Refusal } from '#shared/api/order-preview.ts'
import { CallError } from '#web/api/client.ts'
import { money } from '#web/ui/format.ts'

const codes: readonly string[] = [
  'contractInactive',
  'ordersSuspended',
  'belowLeastSum',
  'creditLimit',
] satisfies Refusal['code'][]

/** The reason in a refused order; undefined for other errors. */
export function refusalIn(error: Error | null): Refusal | undefined {
  if (!(error instanceof CallError) || !codes.includes(error.code)) return undefined
  return error.body as unknown as Refusal
}

/** What to pay, and what remains to be resolved otherwise. */
export function paymentAdvice({ code, to_pay }: Refusal): string {
  if (to_pay === null) return ''
  const { sum, rest, documents } = to_pay
  if (code === 'ordersSuspended') return `Просрочены документы на ${money(sum)}:`
  if (documents.length === 0)
    return (
      `Неоплаченных документов по договору нет. Уменьшите заказ на ${money(rest)} или попросите вашего менеджера ` +
      'поднять лимит.'
    )
  if (rest > 0)
    return (
      `Если оплатить все документы, не хватит ещё ${money(rest)}: уменьшите заказ или попросите вашего менеджера ` +
      'поднять лимит. Не оплачены:'
    )
  return `Чтобы заказ прошёл, оплатите не меньше ${money(sum)}:`
}
