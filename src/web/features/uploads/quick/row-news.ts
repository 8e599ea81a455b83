import type { UploadRow } from '#shared/api/uploads.ts'
import { kopecks, lineSumKopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { fitTyped, parseTyped } from '#shared/rules/step.ts'
import { quantity } from '#web/ui/format.ts'
import { quantityRule } from '#web/ui/goods/quantity-rule.ts'
import type { GridRow } from './grid-rows.ts'

/** What a row of the grid came to, as its cells say it. */
export type RowState = 'unknown' | 'choose' | 'quantity' | 'out' | 'ready'

export function stateOf({ status, id, accepted }: UploadRow): RowState {
  if (status === 'notFound') return 'unknown'
  if (status === 'ambiguous' || status === 'check' || id === null) return 'choose'
  if (status === 'badQty') return 'quantity'
  return accepted > 0 ? 'ready' : 'out'
}

/** 'было 15, кратность 10': why another quantity stands in the row than was typed; empty where it is the same. */
export function changeOf({ status, requested, goods }: UploadRow): string {
  if (requested === null || goods === null) return ''
  if (status === 'rounded') return `было ${quantity(requested)}, кратность ${quantity(goods.decimals === 2 ? 0.01 : goods.step)}`
  if (status === 'capped') return goods.stock_label === null ? `было ${quantity(requested)}, есть ${quantity(goods.available)}` : `было ${quantity(requested)}, столько нет`
  return ''
}

/** The answer of another quantity for this one, until the server has said it: the goods are known, so is the rule. */
export function expected(answer: UploadRow, typed: string): UploadRow {
  const { goods } = answer
  const wanted = typed.trim() === '' ? undefined : parseTyped(typed)
  if (goods === null || answer.id === null || wanted === undefined || wanted === 0) return { ...answer, requested: null, accepted: 0, sum: null, status: goods === null ? answer.status : 'badQty', note: '' }
  const fitted = fitTyped(wanted, quantityRule(goods))
  const status = fitted.quantityMilli === 0 ? 'out' : (fitted.note ?? 'ok')
  const sum = goods.price === null ? null : roubles(lineSumKopecks(kopecks(goods.price), fitted.quantityMilli))
  return { ...answer, requested: units(wanted), accepted: units(fitted.quantityMilli), sum, status, note: '' }
}

/** A row's answer; `waiting`: it is another quantity's, and the right one is on its way. */
export type Answered = { answer: UploadRow | undefined; waiting: boolean }

export type GridTotals = { ready: number; sum: number; unknown: number; choose: number; withoutQuantity: number; out: number; waiting: number }

export function totalsOf(rows: readonly GridRow[], answerOf: (row: GridRow) => Answered): GridTotals {
  const totals = { ready: 0, kopecks: 0, unknown: 0, choose: 0, quantity: 0, out: 0, waiting: 0 }
  for (const row of rows) {
    const { answer, waiting } = answerOf(row)
    if (waiting) totals.waiting += 1
    if (!answer) continue
    const state = stateOf(answer)
    // A code that is still being typed names nothing yet.
    if (state === 'unknown' && row.qnt.trim() === '' && !row.pasted) continue
    totals[state] += 1
    totals.kopecks += kopecks(answer.sum ?? 0)
  }
  const { kopecks: sum, quantity: withoutQuantity, ...counts } = totals
  return { ...counts, withoutQuantity, sum: roubles(sum) }
}

/** What the ready rows put into the basket: equal goods summed; and which codes a person has settled. */
export function cartOf(rows: readonly GridRow[], answerOf: (row: GridRow) => Answered): { cartList: Record<string, number>; order: number[]; codes: Record<string, number> } {
  const totals = new Map<number, number>()
  const codes: Record<string, number> = {}
  for (const row of rows) {
    const { answer } = answerOf(row)
    if (!answer || answer.id === null || stateOf(answer) !== 'ready') continue
    totals.set(answer.id, (totals.get(answer.id) ?? 0) + milli(answer.accepted))
    if (row.pasted && row.chosen && row.id !== null) codes[row.code.trim()] = row.id
  }
  return { cartList: Object.fromEntries([...totals].map(([id, sum]) => [id, units(sum)])), order: [...totals.keys()], codes }
}
