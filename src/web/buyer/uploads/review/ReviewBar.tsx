import { plural } from '#shared/rules/plural.ts'
import { money, quantity } from '#web/ui/format.ts'
import type { CartMode } from '../additions.ts'
import { lineForms, OutcomeBar, type OutcomeActions } from './OutcomeBar.tsx'
import { totalsOf, type ReviewRow } from './review-rows.ts'

type ReviewBarProps = OutcomeActions & { rows: readonly ReviewRow[]; mode: CartMode; onAdd: () => void }

const goForms = ['войдёт', 'войдут', 'войдут'] as const

/** Quantity and sum to be added to the basket, rows left out, report, and the add button. */
export function ReviewBar({ rows, mode, onAdd, ...actions }: ReviewBarProps) {
  const { toAdd, sum, leftOut } = totalsOf(rows, mode)
  return (
    <OutcomeBar
      {...actions}
      outcome={
        <>
          <strong>{quantity(toAdd)}</strong> {plural(toAdd, lineForms)} {plural(toAdd, goForms)} в корзину
          {sum !== null && toAdd > 0 && (
            <>
              {' '}
              на <strong>{money(sum)}</strong>
            </>
          )}
        </>
      }
      leftOut={leftOut}
      action={mode === 'add' ? 'Добавить в корзину' : 'Заменить в корзине'}
      disabled={toAdd === 0}
      onAct={onAdd}
    />
  )
}
