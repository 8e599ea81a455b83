import { milli } from '#shared/rules/money.ts'
import { initialQuantity } from '#shared/rules/step.ts'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import { focusNextOpen } from './focus-next-open.ts'
import { proposedMilli, type ReviewRow } from '../review-rows.ts'
import styles from '../upload.module.css'

export type RowActions = {
  onQuantity: (row: ReviewRow, quantityMilli: number) => void
  /** Opens the dialog to choose a good. */
  onChoose: (row: ReviewRow) => void
  /** Replaces the good of the row: by an analogue, a candidate, a size. */
  onSelectGood: (row: ReviewRow, goods: { id: number }) => void
  /** Accepts the proposed good, or shows another candidate: the next (1) or the previous one (-1). */
  onAccept: (row: ReviewRow) => void
  onCandidate: (row: ReviewRow, step: 1 | -1) => void
  /** Another quantity in one of the columns that become drafts; `position`: index of the column among them. */
  onPart: (row: ReviewRow, position: number, quantityMilli: number) => void
  /** Leaves the row out of the order, or takes it back in. */
  onToggleSkipped: (row: ReviewRow) => void
}

type RowOrderProps = { row: ReviewRow; actions: RowActions }

/** The ordered quantity of a row, or the choice to be made first. */
export function RowOrder({ row, actions: { onQuantity, onChoose, onAccept, onCandidate } }: RowOrderProps) {
  const { goods, raw, accepted, skipped, status } = row
  const name = raw.code || raw.name || `строка ${row.row}`
  if (skipped) return null
  if (goods === null || row.id === null) {
    return (
      <button
        type="button"
        className={styles.link}
        data-open
        aria-label={`Выбрать товар: ${name}`}
        onClick={() => onChoose(row)}
      >
        Выбрать
      </button>
    )
  }
  if (status === 'check') {
    return (
      <button
        type="button"
        className={styles.accept}
        data-open
        aria-label={`Принять: ${goods.header}`}
        title="Enter – принять, ↓ – следующий похожий"
        disabled={row.doubt === 'columns'}
        onClick={(event) => {
          focusNextOpen(event.currentTarget)
          onAccept(row)
        }}
        onKeyDown={(event) => {
          if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || row.candidates.length < 2) return
          event.preventDefault()
          onCandidate(row, event.key === 'ArrowDown' ? 1 : -1)
        }}
      >
        Принять
      </button>
    )
  }
  const rule = quantityRule(goods)
  return (
    <Stepper
      label={`Количество: ${goods.articul || goods.header}`}
      value={milli(accepted)}
      start={status === 'badQty' ? (proposedMilli(row) ?? initialQuantity(rule.stepMilli, rule.availableMilli)) : 0}
      rule={rule}
      unit={goods.unit}
      disabled={status === 'out'}
      onChange={(quantityMilli) => onQuantity(row, quantityMilli)}
    />
  )
}

export function SkipRowButton({ row, actions: { onToggleSkipped } }: { row: ReviewRow; actions: RowActions }) {
  const name = row.raw.code || row.raw.name || `строка ${row.row}`
  return (
    <button
      type="button"
      className={styles.skip}
      aria-label={row.skipped ? `Вернуть в заказ: ${name}` : `Не заказывать: ${name}`}
      title={row.skipped ? 'Вернуть в заказ' : 'Не заказывать'}
      onClick={() => onToggleSkipped(row)}
    >
      <Icon name={row.skipped ? 'plus' : 'close'} size={12} />
    </button>
  )
}
