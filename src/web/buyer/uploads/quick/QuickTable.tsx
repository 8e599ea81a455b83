import { memo, useState } from 'react'
import { price, stock } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import table from '#web/ui/tables/table.module.css'
import { sumOfQuantity } from '../review/review-rows.ts'
import { isEmpty, type GridRow } from './grid-rows.ts'
import type { RowActions, RowFigures, RowProps } from './row-props.ts'
import type { Answered } from './row-state.ts'
import { RowCode, RowQuantity } from './RowFields.tsx'
import { RowGoods } from './RowGoods.tsx'
import styles from './quick-order.module.css'

export type QuickRowsProps = {
  rows: readonly GridRow[]
  answerOf: (row: GridRow) => Answered
  actions: RowActions
  figuresOf: (row: GridRow) => RowFigures
}

export function QuickTable({ rows, answerOf, actions, figuresOf }: QuickRowsProps) {
  return (
    <div className={styles.frame}>
      <table className={table.table}>
        <caption className="unseen">Строки заказа: артикул или код и количество</caption>
        <colgroup>
          <col style={{ width: 40 }} />
          <col style={{ width: 170 }} />
          <col style={{ width: 90 }} />
          <col />
          <col style={{ width: 96 }} />
          <col style={{ width: 90 }} />
          <col style={{ width: 104 }} />
          <col style={{ width: 34 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={table.number}>
              №
            </th>
            <th scope="col">Артикул или код</th>
            <th scope="col" className={table.number}>
              Кол-во
            </th>
            <th scope="col">Товар</th>
            <th scope="col" className={table.number}>
              Остаток
            </th>
            <th scope="col" className={table.number}>
              Цена, ₽
            </th>
            <th scope="col" className={table.number}>
              Сумма, ₽
            </th>
            <th scope="col">
              <span className="unseen">Удалить</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const { answer, isWaiting } = answerOf(row)
            return (
              <Row
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
        </tbody>
      </table>
    </div>
  )
}

const Row = memo(function Row({
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
    <tr data-waiting={(isWaiting && goods !== null) || undefined}>
      <td className={`${table.number} dim`}>{rowNumber}</td>
      <td className={styles.cell}>
        <RowCode {...props} editing={editing} onEditing={setEditing} />
      </td>
      <td className={styles.cell}>
        <RowQuantity {...props} />
      </td>
      <td className={styles.goods}>
        <RowGoods
          row={row}
          answered={answered}
          resultingMilli={resultingMilli}
          editing={editing}
          onSelectGood={(selected) => actions.onSelectGood(row.key, selected)}
          onChoose={() => actions.onChoose(row.key)}
        />
      </td>
      <td className={`${table.number} dim`}>{goods && (goods.stock_label ?? stock(goods.available))}</td>
      <td className={table.number}>{goods && price(goods.price)}</td>
      <td className={`${table.number} ${table.strong}`}>
        {answer &&
          (answer.price === null || additionMilli === 0 ? '–' : price(sumOfQuantity(answer.price, additionMilli)))}
      </td>
      <td className={table.field}>
        {!isEmpty(row) && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.remove}
            aria-label={`Удалить строку ${rowNumber}`}
            title="Удалить (Delete)"
            onClick={() => actions.onRemove(row.key)}
          >
            <Icon name="close" size={12} />
          </button>
        )}
      </td>
    </tr>
  )
})
