import { useRef, type KeyboardEvent } from 'react'
import type { BriefGoods } from '#shared/api/uploads.ts'
import { money } from '#web/ui/format.ts'
import { unavailableText } from '#web/parts/goods/goods-rows.ts'
import { stockText } from '#web/parts/goods/GoodsOptions.tsx'
import { focusNextOpen } from './focus-next-open.ts'
import { areVariants, differenceText, candidatesText, variantLabel } from '../row-texts.ts'
import { candidateSum, type ReviewRow } from '../review-rows.ts'
import type { RowActions } from './RowOrder.tsx'
import styles from '../upload.module.css'

type RowMatchProps = { row: ReviewRow; actions: RowActions }

/**
 * The matched good of a row; a press opens the choice. A proposed good shows differences and price; a product asks for
 * its size; similar goods are offered as buttons.
 */
export function RowMatch({ row, actions }: RowMatchProps) {
  const { goods, status, candidates, skipped } = row
  if (goods === null) {
    if (skipped) return null
    if (status === 'ambiguous' && areVariants(candidates)) return <Variants row={row} actions={actions} />
    return (
      <>
        {status === 'ambiguous' && <div className={styles.question}>{candidatesText(row)}</div>}
        {candidates.length > 0 && <Similar row={row} actions={actions} />}
      </>
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles.match}
        data-good
        aria-label={`${goods.header}. Заменить товар`}
        onClick={() => actions.onChoose(row)}
      >
        {goods.header}
      </button>
      {status === 'check' && (
        <div className={`small dim ${styles.facts}`}>
          {factsOf(row, goods)}
          {differenceText(goods) !== '' && <div className={styles.differs}>{differenceText(goods)}</div>}
        </div>
      )}
    </>
  )
}

/** '10 размеров: выберите' and a button for each; ← and → move between them. */
function Variants({ row, actions: { onSelectGood } }: RowMatchProps) {
  const group = useRef<HTMLDivElement>(null)
  function onArrowKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(group.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    all[all.findIndex((each) => each === document.activeElement) + step]?.focus()
  }
  const text = candidatesText(row)
  return (
    // The buttons inside have the focus, not the group.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div ref={group} role="group" aria-label={text} className={styles.variants} onKeyDown={onArrowKey}>
      <div className={styles.question}>
        {text}
        {row.candidates.every(({ available }) => available <= 0) && (
          <span className={styles.differs}> · ни одного нет в наличии</span>
        )}
      </div>
      {row.candidates.map((each) => (
        <button
          key={each.id}
          type="button"
          className={styles.variant}
          data-open
          disabled={each.available <= 0}
          aria-label={`${variantLabel(each)}, ${stockOf(each)}`}
          title={[each.price !== null && money(each.price), stockOf(each)].filter(Boolean).join(' · ')}
          onClick={(event) => {
            focusNextOpen(event.currentTarget)
            onSelectGood(row, each)
          }}
        >
          {variantLabel(each)}
        </button>
      ))}
    </div>
  )
}

const maxSimilar = 3

function Similar({ row, actions: { onSelectGood } }: RowMatchProps) {
  return (
    <ul className={styles.similar} aria-label="Похожие товары">
      {row.candidates.slice(0, maxSimilar).map((each) => (
        <li key={each.id}>
          <button
            type="button"
            className={styles.match}
            data-open
            aria-label={`Взять: ${each.header}`}
            onClick={(event) => {
              focusNextOpen(event.currentTarget)
              onSelectGood(row, each)
            }}
          >
            {each.header}
          </button>
          <div className={`small dim ${styles.facts}`}>{factsOf(row, each)}</div>
        </li>
      ))}
    </ul>
  )
}

/** 'МР3С-3.0Р · Ресанта · 148 ₽ · 245 кг · сумма 1 480 ₽' */
function factsOf(row: ReviewRow, goods: BriefGoods): string {
  const sum = candidateSum(row, goods)
  return [
    goods.articul,
    goods.brand,
    goods.price !== null && money(goods.price),
    stockOf(goods),
    sum !== null && `сумма\u00a0${money(sum)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function stockOf(goods: BriefGoods): string {
  return goods.available > 0 || goods.stock_label !== null ? stockText(goods) : unavailableText(goods).toLowerCase()
}
