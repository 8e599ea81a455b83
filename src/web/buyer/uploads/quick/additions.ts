import { milli } from '#shared/rules/money.ts'
import { distributeAdditions, rowAddition, type CartMode } from '../additions.ts'
import type { GridRow } from './grid-rows.ts'
import { stateOf, type Answered, type Additions } from './row-state.ts'

/** The ready rows from the top: of a good in several rows, later rows take what is left. */
export function distributeReadyRows(
  rows: readonly GridRow[],
  answerOf: (row: GridRow) => Answered,
  mode: CartMode,
): Additions {
  const ready = rows.flatMap((row) => {
    const { answer } = answerOf(row)
    return answer?.goods && answer.id !== null && stateOf(answer) === 'ready' ? [{ key: row.key, answer }] : []
  })
  const { shares, byGood } = distributeAdditions(
    ready,
    ({ answer }) => answer.id,
    ({ answer }, earlierMilli) => rowAddition(answer, earlierMilli, mode),
  )
  return { byRow: new Map(shares.map(({ row, additionMilli }) => [row.key, additionMilli])), byGood }
}

/** The resulting quantity of a row's good in the basket, in thousandths. */
export function resultingMilli({ answer }: Answered, { byGood }: Additions, mode: CartMode): number {
  if (!answer || answer.id === null) return 0
  return (byGood.get(answer.id) ?? 0) + (mode === 'add' ? milli(answer.in_basket) : 0)
}
