import { restOf } from '#web/ui/goods/GoodsOptions.tsx'
import { doneWords, fittingWords } from './row-words.ts'
import type { ReviewRow } from './review-rows.ts'
import type { RowActions } from './RowOrder.tsx'
import styles from './upload.module.css'

/** The good that a row was taken for; pressed, another one can be chosen. */
export function RowMatch({ row, actions: { onChoose } }: { row: ReviewRow; actions: RowActions }) {
  const { goods, status } = row
  if (goods === null) return status === 'ambiguous' ? fittingWords(row) : null
  return (
    <button type="button" className={styles.match} title={`${goods.header} – заменить`} aria-label={`${goods.header}. Заменить товар`} onClick={() => onChoose(row)}>
      {goods.header}
    </button>
  )
}

/** What was done with a row; an analogue of what is out can be taken. */
export function RowDone({ row, actions: { onAnalogue } }: { row: ReviewRow; actions: RowActions }) {
  const { analogue, status, left } = row
  const words = doneWords(row)
  if (status !== 'out' || analogue === null || left) return <span title={words}>{words}</span>
  return (
    <>
      Аналог:{' '}
      <button type="button" className={styles.link} title={analogue.header} aria-label={`Взять аналог ${analogue.articul || analogue.header}`} onClick={() => onAnalogue(row)}>
        {analogue.articul || analogue.header}
      </button>
      , {restOf(analogue)}
    </>
  )
}
