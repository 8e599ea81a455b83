import { Button } from '#web/ui/Button.tsx'
import { plural } from '#shared/rules/plural.ts'
import { counted, money, quantity } from '#web/ui/format.ts'
import bar from '../bar.module.css'
import { totalsOf, type CartMode, type ReviewRow } from './review-rows.ts'

const lineForms = ['строка', 'строки', 'строк'] as const

type ReviewBarProps = { rows: readonly ReviewRow[]; mode: CartMode; /** Columns are guessed, and nobody has confirmed them. */ unconfirmed: boolean; onConfirm: () => void; busy: boolean; reporting: boolean; onReport: () => void; onAdd: () => void }

/** What will enter the basket and for how much, what stays, and both ways on. */
export function ReviewBar({ rows, mode, unconfirmed, busy, reporting, onConfirm, onReport, onAdd }: ReviewBarProps) {
  const { entering, sum, staying } = totalsOf(rows, mode)
  return (
    <section className={`${bar.bar} no-print`} aria-label="Итог проверки" tabIndex={-1} data-own-bar>
      <span className={bar.words}>
        <span>
          <strong>{quantity(entering)}</strong> {plural(entering, lineForms)} {plural(entering, ['войдёт', 'войдут', 'войдут'])} в корзину
          {sum !== null && entering > 0 && (
            <>
              {' '}
              на <strong>{money(sum)}</strong>
            </>
          )}
        </span>
        {staying > 0 && <span className="dim">{counted(staying, lineForms)} {plural(staying, ['останется', 'останутся', 'останутся'])} в отчёте</span>}
      </span>
      <span className={bar.actions}>
        <Button icon="download" busy={reporting} onClick={onReport}>
          Скачать отчёт
        </Button>
        {unconfirmed ? (
          <Button look="primary" busy={busy} onClick={onConfirm}>
            Проверьте столбцы
          </Button>
        ) : (
          <Button look="primary" busy={busy} disabled={entering === 0} onClick={onAdd}>
            {mode === 'add' ? 'Добавить в корзину' : 'Заменить в корзине'} <kbd className={bar.keys}>Ctrl Enter</kbd>
          </Button>
        )}
      </span>
    </section>
  )
}
