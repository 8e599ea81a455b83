import { Button } from '#web/ui/Button.tsx'
import { counted, money, plural, quantity } from '#web/ui/format.ts'
import bar from '../bar.module.css'
import { totalsOf, type ReviewRow } from './review-rows.ts'

const lineForms = ['строка', 'строки', 'строк'] as const

type ReviewBarProps = { rows: readonly ReviewRow[]; busy: boolean; reporting: boolean; onReport: () => void; onAdd: () => void }

/** What will enter the basket and for how much, what stays, and both ways on. */
export function ReviewBar({ rows, busy, reporting, onReport, onAdd }: ReviewBarProps) {
  const { entering, sum, staying } = totalsOf(rows)
  return (
    <section className={`${bar.bar} no-print`} aria-label="Итог проверки" data-own-bar>
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
        <Button look="primary" busy={busy} disabled={entering === 0} onClick={onAdd}>
          Добавить в корзину <kbd className={bar.keys}>Ctrl Enter</kbd>
        </Button>
      </span>
    </section>
  )
}
