import type { UploadRow } from '#shared/api/uploads.ts'
import { kopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { stepText } from '#shared/rules/step-text.ts'
import { fitQuantity, parseQuantityInput } from '#shared/rules/step.ts'
import { remainingOrderable, quantityRule, stepRule } from '#web/parts/goods/quantity-rule.ts'
import { quantity } from '#web/ui/format.ts'
import { sumOfQuantity } from '../review/review-rows.ts'
import type { GridRow } from './grid-rows.ts'

/** Additions to the basket in thousandths: by row key and by good id. */
export type Additions = { byRow: ReadonlyMap<number, number>; byGood: ReadonlyMap<number, number> }

/** State of a grid row as shown. */
export type RowState = 'unknown' | 'choose' | 'quantity' | 'out' | 'ready'

export function stateOf({ status, id, accepted }: UploadRow): RowState {
  if (status === 'notFound') return 'unknown'
  if (status === 'ambiguous' || status === 'check' || id === null) return 'choose'
  if (status === 'badQty') return 'quantity'
  return accepted > 0 ? 'ready' : 'out'
}

/** 'было 15, кратность 10': why the quantity differs from the typed one; '' if it does not. */
export function changeText({ status, requested, goods }: UploadRow): string {
  if (requested === null || goods === null) return ''
  if (status === 'rounded') return `было ${quantity(requested)}, ${stepText(stepRule(goods))}`
  if (status === 'capped')
    return goods.stock_label === null
      ? `было ${quantity(requested)}, есть ${quantity(goods.available)}`
      : `было ${quantity(requested)}, столько нет`
  return ''
}

/** The expected answer for another quantity, computed from the known good and rule until the server answers. */
export function estimateAnswer(answer: UploadRow, typed: string): UploadRow {
  const { goods } = answer
  const requestedMilli = typed.trim() === '' ? undefined : parseQuantityInput(typed)
  if (goods === null || answer.id === null || requestedMilli === undefined || requestedMilli === 0)
    return {
      ...answer,
      requested: null,
      accepted: 0,
      sum: null,
      status: goods === null ? answer.status : 'badQty',
      note: '',
    }
  const fitted = fitQuantity(requestedMilli, quantityRule(goods))
  const status = fitted.quantityMilli === 0 ? 'out' : (fitted.note ?? 'ok')
  const addedMilli = Math.min(fitted.quantityMilli, remainingOrderable(goods, milli(answer.in_basket)))
  const sum = sumOfQuantity(goods.price, fitted.quantityMilli)
  return {
    ...answer,
    requested: units(requestedMilli),
    accepted: units(fitted.quantityMilli),
    added: units(addedMilli),
    sum,
    status,
    note: '',
  }
}

/** A row's answer; `isWaiting`: it belongs to another quantity, the right one is being loaded. */
export type Answered = { answer: UploadRow | undefined; isWaiting: boolean }

/** `alreadyInBasket`: rows that add nothing, as the basket has the quantity. `sum`: null if prices are hidden. */
export type GridTotals = {
  ready: number
  sum: number | null
  alreadyInBasket: number
  unknown: number
  choose: number
  withoutQuantity: number
  out: number
  belowStep: number
  waiting: number
}

export function totalsOf(
  rows: readonly GridRow[],
  answerOf: (row: GridRow) => Answered,
  { byRow }: Additions,
): GridTotals {
  const totals = {
    ready: 0,
    alreadyInBasket: 0,
    unknown: 0,
    choose: 0,
    withoutQuantity: 0,
    out: 0,
    belowStep: 0,
    waiting: 0,
  }
  const sums: (number | null)[] = []
  for (const row of rows) {
    const { answer, isWaiting } = answerOf(row)
    if (isWaiting) totals.waiting += 1
    if (!answer) continue
    const state = stateOf(answer)
    // A code that is still being typed does not identify a good yet.
    if (state === 'unknown' && row.qnt.trim() === '' && !row.pasted) continue
    const additionMilli = byRow.get(row.key) ?? 0
    if (state === 'ready' && additionMilli > 0) sums.push(sumOfQuantity(answer.price, additionMilli))
    totals[totalsKey(state, answer, additionMilli)] += 1
  }
  const isHidden = sums.includes(null)
  return {
    ...totals,
    sum: isHidden ? null : roubles(sums.reduce((total: number, sum) => total + kopecks(sum ?? 0), 0)),
  }
}

function totalsKey(
  state: RowState,
  { goods }: UploadRow,
  additionMilli: number,
): Exclude<keyof GridTotals, 'sum' | 'waiting'> {
  if (state === 'quantity') return 'withoutQuantity'
  if (state === 'out' && goods?.below_step) return 'belowStep'
  return state === 'ready' && additionMilli === 0 ? 'alreadyInBasket' : state
}

type Cart = {
  cartList: Record<string, number>
  order: number[]
  codes: Record<string, number>
  names: Record<string, string>
}

/** The basket input of the rows: equal goods summed, plus codes and names matched by hand. */
export function toCartInput(
  rows: readonly GridRow[],
  answerOf: (row: GridRow) => Answered,
  { byRow, byGood }: Additions,
): Cart {
  const additions = [...byGood].filter(([, sumMilli]) => sumMilli > 0)
  const settled = rows.flatMap((row): [text: string, id: number, name: string][] => {
    const id = answerOf(row).answer?.id ?? null
    const isSettled = row.pasted && row.chosen && id !== null && (byRow.get(row.key) ?? 0) > 0
    return isSettled ? [[row.rememberAs || row.code.trim(), id, row.name]] : []
  })
  return {
    cartList: Object.fromEntries(additions.map(([id, sumMilli]) => [id, units(sumMilli)])),
    order: additions.map(([id]) => id),
    codes: Object.fromEntries(settled.map(([text, id]) => [text, id])),
    names: Object.fromEntries(settled.flatMap(([text, , name]) => (name === '' ? [] : [[text, name]]))),
  }
}
