import { Button } from '#web/ui/Button.tsx'
import { plural } from '#shared/rules/plural.ts'
import { withCount, money, quantity } from '#web/ui/format.ts'
import type { CartMode } from '../additions.ts'
import bar from '../bar.module.css'
import { ModeSegments } from '../ModeSegments.tsx'
import type { GridTotals } from './row-state.ts'

const lineForms = ['строка', 'строки', 'строк'] as const

type QuickBarProps = {
  totals: GridTotals
  empty: boolean
  /** A pasted table is being read. */
  reading: boolean
  busy: boolean
  mode: CartMode
  /** Some of the goods are in the basket already. */
  isInBasket: boolean
  onMode: (mode: CartMode) => void
  onClear: () => void
  onAdd: () => void
}

/** Number and sum of the ready rows, rows that need attention, and the button that adds to the basket. */
export function QuickBar({ totals, empty, reading, busy, mode, isInBasket, onMode, onClear, onAdd }: QuickBarProps) {
  const { ready, sum, alreadyInBasket, unknown, choose, withoutQuantity, out, belowStep } = totals
  const incomplete = [
    unknown > 0 && `${withCount(unknown, lineForms)} не ${plural(unknown, ['найдена', 'найдены', 'найдено'])}`,
    choose > 0 && `${choose} уточнить`,
    out > 0 && `${out} нет в наличии`,
    belowStep > 0 && `${belowStep} меньше кратности`,
  ].filter((words) => words !== false)
  return (
    <section className={`${bar.bar} no-print`} aria-label="Итог быстрого заказа" data-own-bar>
      <span className={bar.text}>
        <span>
          <span role="status">{reading && 'Читаем вставленные строки… '}</span>
          {empty && reading ? null : empty ? (
            <span className="dim">Введите или вставьте строки</span>
          ) : (
            <>
              <strong>{quantity(ready)}</strong> {plural(ready, lineForms)}{' '}
              {plural(ready, ['готова', 'готовы', 'готовы'])}
              {ready > 0 && sum !== null && (
                <>
                  {' '}
                  на <strong>{money(sum)}</strong>
                </>
              )}
            </>
          )}
        </span>
        {incomplete.length > 0 && <span className="bad">{incomplete.join(', ')}</span>}
        {alreadyInBasket > 0 && <span className="dim">{alreadyInBasket} уже в корзине, больше нет</span>}
        {withoutQuantity > 0 && <span className="dim">{withoutQuantity} без количества</span>}
      </span>
      {isInBasket && <ModeSegments mode={mode} onMode={onMode} />}
      <span className={bar.actions}>
        <Button disabled={empty} onClick={onClear}>
          Очистить
        </Button>
        <Button variant="primary" busy={busy} disabled={ready === 0} onClick={onAdd}>
          {mode === 'set' && isInBasket ? 'Заменить в корзине' : 'Добавить в корзину'}{' '}
          <kbd className={bar.keys}>Ctrl Enter</kbd>
        </Button>
      </span>
    </section>
  )
}
