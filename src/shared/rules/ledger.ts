/** Titles of ledger documents, and groups of debts by age. */
import { daysBetween, formatDay, type Day } from './dates.ts'

/** Kinds of entries, with their usual document title and their name in acts of reconciliation. */
export const ledgerKinds = {
  opening: { paper: 'Начальный остаток', operation: 'Ввод остатков' },
  sale: { paper: 'УПД', operation: 'Продажа' },
  return: { paper: 'УКД', operation: 'Возврат' },
  correction: { paper: 'Корректировка долга', operation: 'Корректировка' },
  payment: { paper: 'Платёж', operation: 'Оплата' },
  refund: { paper: 'Возврат денег', operation: 'Возврат оплаты' },
  offset: { paper: 'Взаимозачёт', operation: 'Взаимозачёт' },
} as const
export type LedgerKind = keyof typeof ledgerKinds

export type Paper = { kind: LedgerKind; /** As 1C calls it; empty: as its kind is. */ paper: string; number: string }

/** 'УПД 4471' */
export function paperTitle({ kind, paper, number }: Paper): string {
  return `${paper || ledgerKinds[kind].paper} ${number}`.trim()
}

/** 'УПД 4471 от 14.11.2026' */
export function datedPaper(paper: Paper & { day: Day }): string {
  return `${paperTitle(paper)} от ${formatDay(paper.day)}`
}

/** Days overdue, from `from` to `until` inclusive. */
export const ageingBuckets = [
  { id: 'notDue', header: 'В срок', from: -Infinity, until: 0 },
  { id: 'days7', header: '1–7', from: 1, until: 7 },
  { id: 'days14', header: '8–14', from: 8, until: 14 },
  { id: 'days30', header: '15–30', from: 15, until: 30 },
  { id: 'days60', header: '31–60', from: 31, until: 60 },
  { id: 'older', header: '60+', from: 61, until: Infinity },
] as const
export type AgeingBucket = (typeof ageingBuckets)[number]['id']
export const ageingBucketIds = ageingBuckets.map(({ id }) => id)

/** Days overdue on a day; 0 on the due date. */
export function overdueDays(dueOn: Day | null, today: Day): number {
  return dueOn === null ? 0 : Math.max(0, daysBetween(dueOn, today))
}
