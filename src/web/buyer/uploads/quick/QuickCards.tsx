import { memo, useState } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { money } from '#web/ui/format.ts'
import { stockText } from '#web/parts/goods/GoodsOptions.tsx'
import { sumOfQuantity } from '../review/review-rows.ts'
import { isEmpty } from './grid-rows.ts'
import type { QuickRowsProps } from './QuickTable.tsx'
import type { RowFigures, RowProps } from './row-props.ts'
import type { Answered } from './row-state.ts'
import { RowCode, RowQuantity } from './RowFields.tsx'
import { RowGoods } from './RowGoods.tsx'
import styles from './quick-order.module.css'

/** The rows as cards, for touch and barcode scanners, followed by an empty one. */
export function QuickCards({ rows, answerOf, actions, figuresOf }: QuickRowsProps) {
  const filled = rows.findLastIndex((row) => !isEmpty(row)) + 1
  return (
    <ol className={styles.cards}>
      {rows.slice(0, filled + 1).map((row, index) => {
        const { answer, isWaiting } = answerOf(row)
        return (
          <Card
            key={row.key}
            row={row}
            rowNumber={index + 1}
            answer={answer}
            isWaiting={isWaiting}
            actions={actions}
            {...figuresOf(row)}
          />
        )
      })}
    </ol>
  )
}

const Card = memo(function Card({
  row,
  rowNumber,
  answer,
  isWaiting,
  actions,
  additionMilli,
  resultingMilli,
}: Omit<RowProps, 'answered'> & Answered & RowFigures) {
  const [editing, setEditing] = useState(false)
  const answered = { answer, isWaiting }
  const goods = answer?.goods ?? null
  const props = { row, rowNumber, answered, actions }
  return (
    <li data-waiting={(isWaiting && goods !== null) || undefined}>
      <div className={styles.fields}>
        <RowCode {...props} placeholder="Артикул или код" editing={editing} onEditing={setEditing} />
        <RowQuantity {...props} />
        {isEmpty(row) ? (
          <span className={styles.noRemove} />
        ) : (
          <IconButton icon="close" label={`Удалить строку ${rowNumber}`} onClick={() => actions.onRemove(row.key)} />
        )}
      </div>
      {!isEmpty(row) && (
        <div className={styles.facts}>
          <RowGoods
            row={row}
            answered={answered}
            resultingMilli={resultingMilli}
            editing={editing}
            onSelectGood={(selected) => actions.onSelectGood(row.key, selected)}
            onChoose={() => actions.onChoose(row.key)}
          />
        </div>
      )}
      {goods && (
        <div className={styles.figures}>
          <span className="dim">{stockText(goods)}</span>
          <span className="dim">{money(goods.price)}</span>
          <b className="bold">{additionMilli > 0 ? money(sumOfQuantity(goods.price, additionMilli)) : '–'}</b>
        </div>
      )}
    </li>
  )
})
