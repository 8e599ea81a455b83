import { milli } from '#shared/rules/money.ts'
import { addInTurn, additionBeside, type CartMode } from '../additions.ts'
import type { GridRow } from './grid-rows.ts'
import { stateOf, type Answered, type Additions } from './row-state.ts'

/** The ready rows from above: of a good that stands in several of them, the later ones take what is left. */
export function additionsOf(rows: readonly GridRow[], answerOf: (row: GridRow) => Answered, mode: CartMode): Additions {
  const ready = rows.flatMap((row) => {
    const { answer } = answerOf(row)
    return answer?.goods && answer.id !== null && stateOf(answer) === 'ready' ? [{ key: row.key, answer }] : []
  })
  const { shares, byGood } = addInTurn(
    ready,
    ({ answer }) => answer.id,
    ({ answer }, earlierMilli) => additionBeside(answer, earlierMilli, mode),
  )
  return { byRow: new Map(shares.map(({ row, additionMilli }) => [row.key, additionMilli])), byGood }
}

/** What the basket will hold of a row's good, in thousandths. */
export function outcomeOf({ answer }: Answered, { byGood }: Additions, mode: CartMode): number {
  if (!answer || answer.id === null) return 0
  return (byGood.get(answer.id) ?? 0) + (mode === 'add' ? milli(answer.in_basket) : 0)
}
