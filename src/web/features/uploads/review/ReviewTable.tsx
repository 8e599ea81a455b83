import { Fragment, memo, useRef, type Ref } from 'react'
import { GapRow } from '#web/ui/GapRow.tsx'
import table from '#web/ui/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { useVisibleRows } from '#web/ui/use-visible-rows.ts'
import type { CartMode, ReviewRow } from './review-rows.ts'
import { RowDone, RowMatch } from './RowMatch.tsx'
import { LeaveButton, RowOrder, type RowActions } from './RowOrder.tsx'
import { stateWords } from './row-words.ts'
import styles from './upload.module.css'

export type ReviewRowsProps = { rows: readonly ReviewRow[]; busyRow: number | undefined; actions: RowActions; mode: CartMode }

const rowHeight = 28
const columns = 9

/** All rows of the review; only those in sight are drawn. */
export function ReviewTable({ rows, busyRow, actions, mode }: ReviewRowsProps) {
  'use no memo'
  const body = useRef<HTMLTableSectionElement>(null)
  const { items, gapBefore, gapAfter, measure } = useVisibleRows(body, { count: rows.length, height: rowHeight, keyOf: (index) => rows[index]?.line ?? index })
  return (
    <div className={styles.frame}>
      <table className={table.table} aria-rowcount={rows.length + 1}>
        <caption className="unseen">Строки файла</caption>
        <colgroup>
          <col style={{ width: 50 }} />
          <col style={{ width: 112 }} />
          <col style={{ width: 122 }} />
          <col style={{ width: 150 }} />
          <col style={{ width: 84 }} />
          <col />
          <col style={{ width: 220 }} />
          <col style={{ width: 112 }} />
          <col style={{ width: 34 }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={table.number}>№</th>
            <th scope="col">Состояние</th>
            <th scope="col">Артикул</th>
            <th scope="col">Название в файле</th>
            <th scope="col" className={table.number}>Кол-во</th>
            <th scope="col">Товар в каталоге</th>
            <th scope="col">Что сделано</th>
            <th scope="col" className={table.number}>Заказ</th>
            <th scope="col">
              <span className="unseen">Не заказывать</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map(({ index, key }, place) => {
            const row = rows[index]
            return (
              row && (
                <Fragment key={key}>
                  <GapRow height={gapBefore(place)} columns={columns} />
                  <Row ref={measure} row={row} index={index} busy={busyRow === row.line} actions={actions} mode={mode} />
                </Fragment>
              )
            )
          })}
          <GapRow height={gapAfter} columns={columns} />
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { ref: Ref<HTMLTableRowElement>; row: ReviewRow; index: number; busy: boolean; actions: RowActions; mode: CartMode }

const Row = memo(function Row({ ref, row, index, busy, actions, mode }: RowProps) {
  const { raw, left } = row
  const { tone, label } = stateWords(row)
  return (
    <tr ref={ref} data-index={index} aria-rowindex={index + 2} data-left={left || undefined} aria-busy={busy || undefined}>
      <td className={`${table.number} dim`} title={row.rows.join(', ')}>{row.row}</td>
      <td>
        <Tag {...(tone ? { tone } : {})}>{label}</Tag>
      </td>
      <td className={table.strong} title={raw.code}>{raw.code}</td>
      <td className={`dim ${styles.whole}`}>{raw.name}</td>
      <td className={table.number} title={raw.qnt}>{raw.qnt}</td>
      <td className={styles.goods}>
        <RowMatch row={row} actions={actions} />
      </td>
      <td className={`muted ${styles.whole}`}>
        <RowDone row={row} actions={actions} mode={mode} />
      </td>
      <td className={table.field}>
        <RowOrder row={row} actions={actions} />
      </td>
      <td className={table.field}>
        <LeaveButton row={row} actions={actions} />
      </td>
    </tr>
  )
})
