import type { ReactNode } from 'react'
import { plural } from '#shared/rules/plural.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import bar from '../bar.module.css'

export const lineForms = ['строка', 'строки', 'строк'] as const

export type OutcomeActions = {
  /** Columns are guessed and not confirmed. */
  unconfirmed: boolean
  busy: boolean
  reporting: boolean
  onConfirm: () => void
  onReport: () => void
}

type OutcomeBarProps = OutcomeActions & {
  /** Result of the review, in words. */
  outcome: ReactNode
  /** Number of rows that are not ordered. */
  leftOut: number
  /** Action of the primary button once the columns are confirmed. */
  action: string
  disabled: boolean
  onAct: () => void
}

/** The bar below a review: result, rows left out, report, and the primary button. */
export function OutcomeBar({
  outcome,
  leftOut,
  unconfirmed,
  busy,
  reporting,
  onConfirm,
  onReport,
  action,
  disabled,
  onAct,
}: OutcomeBarProps) {
  return (
    <section className={`${bar.bar} no-print`} aria-label="Итог проверки" tabIndex={-1} data-own-bar>
      <span className={bar.text}>
        <span>{outcome}</span>
        {leftOut > 0 && (
          <span className="dim">
            {withCount(leftOut, lineForms)} {plural(leftOut, ['останется', 'останутся', 'останутся'])} в отчёте
          </span>
        )}
      </span>
      <span className={bar.actions}>
        <Button icon="download" busy={reporting} onClick={onReport}>
          Скачать отчёт
        </Button>
        {unconfirmed ? (
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            Проверьте столбцы
          </Button>
        ) : (
          <Button variant="primary" busy={busy} disabled={disabled} onClick={onAct}>
            {action} <kbd className={bar.keys}>Ctrl Enter</kbd>
          </Button>
        )}
      </span>
    </section>
  )
}
