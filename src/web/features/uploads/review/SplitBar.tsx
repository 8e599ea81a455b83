import { plural } from '#shared/rules/plural.ts'
import { Button } from '#web/ui/Button.tsx'
import { counted, quantity } from '#web/ui/format.ts'
import bar from '../bar.module.css'
import type { PlannedDraft } from './split.ts'

const lineForms = ['строка', 'строки', 'строк'] as const
const draftForms = ['черновик', 'черновика', 'черновиков'] as const

type SplitBarProps = {
  planned: readonly PlannedDraft[]
  /** Columns are guessed, and nobody has confirmed them. */
  unconfirmed: boolean
  busy: boolean
  reporting: boolean
  onConfirm: () => void
  onReport: () => void
  onSave: () => void
}

/** How many drafts there will be, what stays out of them, and both ways on. */
export function SplitBar({ planned, unconfirmed, busy, reporting, onConfirm, onReport, onSave }: SplitBarProps) {
  const filled = planned.filter(({ list }) => list.size > 0)
  const lines = filled.reduce((sum, { list }) => sum + list.size, 0)
  const staying = new Set(planned.flatMap((draft) => draft.staying)).size
  return (
    <section className={`${bar.bar} no-print`} aria-label="Итог проверки" tabIndex={-1} data-own-bar>
      <span className={bar.words}>
        <span>
          <strong>{quantity(filled.length)}</strong> {plural(filled.length, draftForms)}, {counted(lines, lineForms)}
        </span>
        {staying > 0 && (
          <span className="dim">
            {counted(staying, lineForms)} {plural(staying, ['останется', 'останутся', 'останутся'])} в отчёте
          </span>
        )}
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
          <Button look="primary" busy={busy} disabled={filled.length === 0} onClick={onSave}>
            Создать {plural(filled.length, ['черновик', 'черновики', 'черновики'])} <kbd className={bar.keys}>Ctrl Enter</kbd>
          </Button>
        )}
      </span>
    </section>
  )
}
