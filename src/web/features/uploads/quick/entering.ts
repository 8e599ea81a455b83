import { milli } from '#shared/rules/money.ts'
import { largestAvailable } from '#shared/rules/step.ts'
import { quantityRule } from '#web/ui/goods/quantity-rule.ts'
import type { CartMode } from '../review/review-rows.ts'
import type { GridRow } from './grid-rows.ts'
import { stateOf, type Answered, type Entering } from './row-news.ts'

/** The ready rows from above: of a good that stands in several of them, the later ones take what is left. */
export function enteringOf(rows: readonly GridRow[], answerOf: (row: GridRow) => Answered, mode: CartMode): Entering {
  const byRow = new Map<number, number>()
  const byGood = new Map<number, number>()
  for (const row of rows) {
    const { answer } = answerOf(row)
    if (!answer || answer.id === null || answer.goods === null || stateOf(answer) !== 'ready') continue
    const takenMilli = byGood.get(answer.id) ?? 0
    const ownMilli = milli(mode === 'add' ? answer.added : answer.accepted)
    const rule = quantityRule(answer.goods)
    const leftMilli = rule.availableMilli - takenMilli - (mode === 'add' ? milli(answer.in_basket) : 0)
    const enteringMilli = takenMilli === 0 ? ownMilli : Math.min(ownMilli, largestAvailable({ ...rule, availableMilli: leftMilli }))
    byRow.set(row.key, enteringMilli)
    byGood.set(answer.id, takenMilli + enteringMilli)
  }
  return { byRow, byGood }
}

/** What the basket will hold of a row's good, in thousandths. */
export function outcomeOf({ answer }: Answered, { byGood }: Entering, mode: CartMode): number {
  if (!answer || answer.id === null) return 0
  return (byGood.get(answer.id) ?? 0) + (mode === 'add' ? milli(answer.in_basket) : 0)
}
