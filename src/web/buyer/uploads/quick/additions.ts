import { milli } from '#shared/rules/money.ts'
import { maxOrderableBeside } from '#web/parts/goods/quantity-rule.ts'
import type { CartMode } from '../review/review-rows.ts'
import type { GridRow } from './grid-rows.ts'
import { stateOf, type Answered, type Additions } from './row-state.ts'

/** The ready rows from above: of a good that stands in several of them, the later ones take what is left. */
export function additionsOf(rows: readonly GridRow[], answerOf: (row: GridRow) => Answered, mode: CartMode): Additions {
  const byRow = new Map<number, number>()
  const byGood = new Map<number, number>()
  for (const row of rows) {
    const { answer } = answerOf(row)
    if (!answer || answer.id === null || answer.goods === null || stateOf(answer) !== 'ready') continue
    const takenMilli = byGood.get(answer.id) ?? 0
    const ownMilli = milli(mode === 'add' ? answer.added : answer.accepted)
    const heldMilli = takenMilli + (mode === 'add' ? milli(answer.in_basket) : 0)
    const additionMilli = takenMilli === 0 ? ownMilli : Math.min(ownMilli, maxOrderableBeside(answer.goods, heldMilli))
    byRow.set(row.key, additionMilli)
    byGood.set(answer.id, takenMilli + additionMilli)
  }
  return { byRow, byGood }
}

/** What the basket will hold of a row's good, in thousandths. */
export function outcomeOf({ answer }: Answered, { byGood }: Additions, mode: CartMode): number {
  if (!answer || answer.id === null) return 0
  return (byGood.get(answer.id) ?? 0) + (mode === 'add' ? milli(answer.in_basket) : 0)
}
