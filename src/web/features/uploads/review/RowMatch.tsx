import { milli } from '#shared/rules/money.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { money } from '#web/ui/format.ts'
import { restOf } from '#web/ui/goods/GoodsOptions.tsx'
import { differenceWords, doneWords, fittingWords, outcomeWords } from './row-words.ts'
import type { CartMode, ReviewRow } from './review-rows.ts'
import type { RowActions } from './RowOrder.tsx'
import styles from './upload.module.css'

/** The good that a row was taken for; pressed, another one can be chosen. A proposed one says what differs and what it costs. */
export function RowMatch({ row, actions: { onChoose } }: { row: ReviewRow; actions: RowActions }) {
  const { goods, status } = row
  if (goods === null) return status === 'ambiguous' ? fittingWords(row) : null
  const isProposed = status === 'check'
  return (
    <>
      <button type="button" className={styles.match} aria-label={`${goods.header}. Заменить товар`} onClick={() => onChoose(row)}>
        {goods.header}
      </button>
      {isProposed && (
        <div className={`small dim ${styles.facts}`}>
          {[goods.articul, goods.brand, goods.price !== null && money(goods.price), restOf(goods)].filter(Boolean).join(' · ')}
          {differenceWords(goods) !== '' && <span className={styles.differs}> {differenceWords(goods)}</span>}
        </div>
      )}
    </>
  )
}

/** What was done with a row; what may be taken instead is one press away. */
export function RowDone({ row, actions: { onAnalogue, onQuantity, onCandidate }, mode }: { row: ReviewRow; actions: RowActions; mode: CartMode }) {
  const { analogue, status, left, proposed, goods, candidates } = row
  const words = [doneWords(row), outcomeWords(row, mode)].filter(Boolean).join('; ')
  if (left) return words
  if (status === 'out' && analogue !== null) {
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
  if (status === 'badQty' && proposed !== null && goods !== null) {
    return (
      <>
        {words}.{' '}
        <button type="button" className={styles.link} onClick={() => onQuantity(row, milli(proposed))}>
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
        <button type="button" className={styles.link} aria-label={`Следующий похожий товар, ${place} из ${candidates.length}`} onClick={() => onCandidate(row, 1)}>
          {place} из {candidates.length} <Icon name="down" size={12} />
        </button>
      </>
    )
  }
  return words
}
