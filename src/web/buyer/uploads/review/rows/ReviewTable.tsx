import { Fragment, memo, useRef, type Ref } from 'react'
import { SpacerRow } from '#web/ui/tables/SpacerRow.tsx'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { useVisibleRows } from '#web/ui/tables/use-visible-rows.ts'
import type { CartMode } from '../../additions.ts'
import type { ReviewRow } from '../review-rows.ts'
import { RowResult } from './RowResult.tsx'
import { RowMatch } from './RowMatch.tsx'
import { SkipRowButton, RowOrder, type RowActions } from './RowOrder.tsx'
import { stateText } from '../row-texts.ts'
import { hasKnownGood, type SplitColumn } from '../split-columns.ts'
import styles from '../upload.module.css'

/** Texts that at least one row has: a completely empty column is not shown. */
export type FileTexts = { codes: boolean; names: boolean }

export type ReviewRowsProps = {
  rows: readonly ReviewRow[]
  busyRow: number | undefined
  actions: RowActions
  mode: CartMode
  texts: FileTexts
  /** Each of these columns becomes a draft. */
  split: readonly SplitColumn[] | undefined
}

const rowHeight = 28

/** All rows of the review; only visible ones are rendered. */
export function ReviewTable({ rows, busyRow, actions, mode, texts, split }: ReviewRowsProps) {
  'use no memo'
  const body = useRef<HTMLTableSectionElement>(null)
  const { items, gapBefore, gapAfter, measure } = useVisibleRows(body, {
    count: rows.length,
    height: rowHeight,
    keyOf: (index) => rows[index]?.line ?? index,
  })
  const columns = 7 + Number(texts.codes) + Number(texts.names)
  return (
    <div className={styles.frame}>
      <table className={table.table} aria-rowcount={rows.length + 1}>
        <caption className="unseen">Строки файла</caption>
        <colgroup>
          <col style={{ width: 50 }} />
          <col style={{ width: 112 }} />
          {texts.codes && <col style={{ width: 122 }} />}
          {texts.names && <col style={{ width: texts.codes ? 150 : 220 }} />}
          <col style={{ width: 84 }} />
          <col />
          <col style={{ width: 180 }} />
          <col style={{ width: 112 }} />
          <col style={{ width: 34 }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={table.number}>
              №
            </th>
            <th scope="col">Состояние</th>
            {texts.codes && <th scope="col">Артикул</th>}
            {texts.names && <th scope="col">Название в файле</th>}
            <th scope="col" className={table.number}>
              Кол-во
            </th>
            <th scope="col">Товар в каталоге</th>
            <th scope="col">Что сделано</th>
            <th scope="col" className={table.number}>
              Заказ
            </th>
            <th scope="col">
              <span className="unseen">Не заказывать</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map(({ index, key }, position) => {
            const row = rows[index]
            return (
              row && (
                <Fragment key={key}>
                  <SpacerRow height={gapBefore(position)} columns={columns} />
                  <Row
                    ref={measure}
                    row={row}
                    index={index}
                    busy={busyRow === row.line}
                    actions={actions}
                    mode={mode}
                    split={split}
                    {...texts}
                  />
                </Fragment>
              )
            )
          })}
          <SpacerRow height={gapAfter} columns={columns} />
        </tbody>
      </table>
    </div>
  )
}

type RowProps = FileTexts &
  Pick<ReviewRowsProps, 'actions' | 'mode' | 'split'> & {
    ref: Ref<HTMLTableRowElement>
    row: ReviewRow
    index: number
    busy: boolean
  }

const Row = memo(function Row({ ref, row, index, busy, actions, mode, split, codes, names }: RowProps) {
  const { raw, skipped } = row
  const { tone, label } = stateText(row)
  const isPlanned = split !== undefined && hasKnownGood(row)
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      data-left={skipped || undefined}
      aria-busy={busy || undefined}
    >
      <td className={`${table.number} dim`} title={row.rows.join(', ')}>
        {row.row}
      </td>
      <td>
        <Tag {...(tone ? { tone } : {})}>{label}</Tag>
      </td>
      {codes && (
        <td className={`${table.strong} ${styles.fullWidth}`} data-text>
          {raw.code}
        </td>
      )}
      {names && (
        <td className={`dim ${styles.fullWidth}`} data-text>
          {raw.name}
        </td>
      )}
      <td className={`${table.number} ${styles.fullWidth}`} data-text>
        {raw.qnt}
      </td>
      <td className={styles.goods} data-text>
        <RowMatch row={row} actions={actions} />
      </td>
      <td className={`muted ${styles.fullWidth}`} colSpan={isPlanned ? 2 : 1}>
        <RowResult row={row} actions={actions} mode={mode} split={split} />
      </td>
      {!isPlanned && (
        <td className={table.field}>
          <RowOrder row={row} actions={actions} />
        </td>
      )}
      <td className={table.field}>
        <SkipRowButton row={row} actions={actions} />
      </td>
    </tr>
  )
})
