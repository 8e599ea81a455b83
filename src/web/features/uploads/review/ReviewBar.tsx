import { plural } from '#shared/rules/plural.ts'
import { money, quantity } from '#web/ui/format.ts'
import { lineForms, OutcomeBar, type OutcomeActions } from './OutcomeBar.tsx'
import { totalsOf, type CartMode, type ReviewRow } from './review-rows.ts'

type ReviewBarProps = OutcomeActions & { rows: readonly ReviewRow[]; mode: CartMode; onAdd: () => void }

/** What will enter the basket and for how much, what stays, and both ways on. */
export function ReviewBar({ rows, mode, onAdd, ...actions }: ReviewBarProps) {
  const { entering, sum, staying } = totalsOf(rows, mode)
  return (
    <OutcomeBar
      {...actions}
      outcome={
        <>
          <strong>{quantity(entering)}</strong> {plural(entering, lineForms)} {plural(entering, ['войдёт', 'войдут', 'войдут'])} в корзину
          {sum !== null && entering > 0 && (
            <>
              {' '}
              на <strong>{money(sum)}</strong>
            </>
          )}
        </>
      }
      staying={staying}
      action={mode === 'add' ? 'Добавить в корзину' : 'Заменить в корзине'}
      disabled={entering === 0}
      onAct={onAdd}
    />
  )
}
