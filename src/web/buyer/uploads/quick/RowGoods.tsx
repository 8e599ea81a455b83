import type { BriefGoods } from '#shared/api/uploads.ts'
import { quantity } from '#web/ui/format.ts'
import { stockText } from '#web/parts/goods/GoodsOptions.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { unavailableText } from '#web/parts/goods/goods-rows.ts'
import { basketText, candidatesText } from '../review/row-texts.ts'
import type { GridRow } from './grid-rows.ts'
import { changeText, stateOf, type Answered } from './row-state.ts'
import styles from './quick-order.module.css'

type RowGoodsProps = {
  row: GridRow
  answered: Answered
  /** The resulting quantity of the good in the basket, in thousandths. */
  resultingMilli: number
  /** An unknown code is not reported while it is being typed. */
  editing: boolean
  onSelectGood: (goods: BriefGoods) => void
  onChoose: () => void
}

/** The good of a typed code, or suggestions for an unknown one. */
export function RowGoods({
  row,
  answered: { answer, isWaiting },
  resultingMilli,
  editing,
  onSelectGood,
  onChoose,
}: RowGoodsProps) {
  if (answer === undefined) return isWaiting && !editing ? <span className="dim">Ищем…</span> : <Hint />
  const state = stateOf(answer)
  const { goods, candidates, analogue } = answer
  if (state === 'unknown') {
    if (editing) return <Hint />
    return (
      <span className={styles.message}>
        <span className="bad">Нет такого артикула.</span>
        {candidates.length > 0 && (
          <span className={styles.suggestions}>
            Похоже:
            <Candidates goods={candidates} onSelectGood={onSelectGood} />
          </span>
        )}
        <button type="button" className={styles.link} aria-label={`Найти товар вместо ${row.code}`} onClick={onChoose}>
          Найти
        </button>
      </span>
    )
  }
  if (state === 'choose' || goods === null) {
    return (
      <span className={styles.message}>
        <span className={`warn ${styles.name}`}>{candidatesText(answer)}</span>
        <button type="button" className={styles.link} aria-label={`Выбрать товар для ${row.code}`} onClick={onChoose}>
          Выбрать
        </button>
      </span>
    )
  }
  const change = changeText(answer)
  return (
    <span className={styles.message}>
      <span className={styles.name} title={goods.header}>
        {goods.header}
      </span>
      {change !== '' && <Tag tone={answer.status === 'capped' ? 'warn' : 'info'}>{change}</Tag>}
      {state === 'quantity' && row.qnt.trim() !== '' && !isWaiting && <Tag tone="bad">укажите число</Tag>}
      {state === 'quantity' && row.qnt.trim() === '' && <span className={styles.missing}>укажите количество</span>}
      {state === 'out' && <Tag tone="warn">{unavailableText(goods).toLowerCase()}</Tag>}
      {state === 'out' && analogue && (
        <span>
          Аналог:{' '}
          <button type="button" className={styles.link} title={analogue.header} onClick={() => onSelectGood(analogue)}>
            {analogue.articul || analogue.header}
          </button>
          , {stockText(analogue)}
        </span>
      )}
      {state !== 'out' && basketText(goods, resultingMilli) !== '' && (
        <span className="small dim">
          {state === 'ready' ? basketText(goods, resultingMilli) : `в корзине ${quantity(goods.in_basket)}`}
        </span>
      )}
    </span>
  )
}

function Hint() {
  return <span className={styles.hint}>Enter – количество, ещё Enter – следующая строка, ↑↓ – по строкам</span>
}

const maxNamed = 2

function Candidates({
  goods,
  onSelectGood,
}: {
  goods: readonly BriefGoods[]
  onSelectGood: (goods: BriefGoods) => void
}) {
  return goods.slice(0, maxNamed).map((each) => (
    <button key={each.id} type="button" className={styles.link} title={each.header} onClick={() => onSelectGood(each)}>
      {each.header.includes(each.articul) ? each.header : `${each.articul} ${each.header}`}
    </button>
  ))
}
