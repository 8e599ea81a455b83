import { milli } from '#shared/rules/money.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { quantity } from '#web/ui/format.ts'
import { restOf } from '#web/ui/goods/GoodsOptions.tsx'
import { focusNextOpen } from './focus-next-open.ts'
import { doneWords, outcomeWords } from './row-words.ts'
import type { CartMode, ReviewRow } from './review-rows.ts'
import type { RowActions } from './RowOrder.tsx'
import { isSettled, partsOf, type SplitColumn } from './split.ts'
import styles from './upload.module.css'

type RowDoneProps = { row: ReviewRow; actions: RowActions; mode: CartMode; split: readonly SplitColumn[] | undefined }

/** What was done with a row; what may be taken instead is one press away. */
export function RowDone({ row, actions: { onTake, onQuantity, onCandidate }, mode, split }: RowDoneProps) {
  const { analogue, status, left, proposed, goods, candidates } = row
  const words = [doneWords(row), outcomeWords(row, mode)].filter(Boolean).join('; ')
  if (left) return words
  if (split && isSettled(row)) return <Parts row={row} columns={split} />
  if (status === 'out' && analogue !== null) {
    return (
      <>
        Аналог:{' '}
        <button
          type="button"
          className={styles.link}
          title={analogue.header}
          aria-label={`Взять аналог ${analogue.articul || analogue.header}`}
          onClick={() => onTake(row, analogue)}
        >
          {analogue.articul || analogue.header}
        </button>
        , {restOf(analogue)}
      </>
    )
  }
  if (status === 'badQty' && proposed !== null && goods !== null) {
    return (
      <>
        {words}.{' '}
        <button
          type="button"
          className={styles.link}
          data-open
          onClick={(event) => {
            focusNextOpen(event.currentTarget)
            onQuantity(row, milli(proposed))
          }}
        >
          Взять {proposed.toLocaleString('ru-RU')}
        </button>
      </>
    )
  }
  if (status === 'check' && candidates.length > 1) {
    const place = candidates.findIndex(({ id }) => id === row.id) + 1
    return (
      <>
        {words}{' '}
        <button
          type="button"
          className={styles.link}
          aria-label={`Следующий похожий товар, ${place} из ${candidates.length}`}
          onClick={() => onCandidate(row, 1)}
        >
          {place} из {candidates.length} <Icon name="down" size={12} />
        </button>
      </>
    )
  }
  return words
}

/** What goes into which draft. */
function Parts({ row, columns }: { row: ReviewRow; columns: readonly SplitColumn[] }) {
  return (
    <ul className={styles.parts}>
      {partsOf(row, columns).map(({ title, asked, saved }) => (
        <li key={title}>
          <span>{title}</span>
          {saved === null ? <span className={styles.differs}>количество?</span> : <b className="bold">{saved === asked ? quantity(saved) : `${quantity(asked ?? 0)} → ${quantity(saved)}`}</b>}
        </li>
      ))}
    </ul>
  )
}
