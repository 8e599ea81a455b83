import { Fragment, memo, useRef } from 'react'
import { money } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { useVisibleRows } from '#web/ui/tables/use-visible-rows.ts'
import { addedSum, isAdded, type ReviewRow } from '../review-rows.ts'
import type { ReviewRowsProps } from './ReviewTable.tsx'
import { RowResult } from './RowResult.tsx'
import { RowMatch } from './RowMatch.tsx'
import { SkipRowButton, RowOrder } from './RowOrder.tsx'
import { stateText } from '../row-texts.ts'
import { hasKnownGood } from '../split-columns.ts'
import styles from '../upload.module.css'

const cardHeight = 124

/** The rows of the review on a phone. */
export function ReviewCards({ rows, busyRow, actions, mode, split }: Omit<ReviewRowsProps, 'texts'>) {
  'use no memo'
  const list = useRef<HTMLUListElement>(null)
  const { items, gapBefore, gapAfter, measure } = useVisibleRows(list, {
    count: rows.length,
    height: cardHeight,
    keyOf: (index) => rows[index]?.line ?? index,
  })
  return (
    <ul ref={list} className={styles.cards} data-rows>
      {items.map(({ index, key }, position) => {
        const row = rows[index]
        const gap = gapBefore(position)
        return (
          row && (
            <Fragment key={key}>
              {gap > 0 && <li aria-hidden="true" style={{ height: gap }} />}
              <li
                ref={measure}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className={styles.card}
                data-left={row.skipped || undefined}
                aria-busy={busyRow === row.line || undefined}
              >
                <Card row={row} actions={actions} mode={mode} split={split} />
              </li>
            </Fragment>
          )
        )
      })}
      {gapAfter > 0 && <li aria-hidden="true" style={{ height: gapAfter }} />}
    </ul>
  )
}

type CardProps = Pick<ReviewRowsProps, 'actions' | 'mode' | 'split'> & { row: ReviewRow }

const Card = memo(function Card({ row, actions, mode, split }: CardProps) {
  const { raw } = row
  const { tone, label } = stateText(row)
  return (
    <>
      <div className={styles.cardHead}>
        <span className="dim small">{row.row}</span>
        <Tag {...(tone ? { tone } : {})}>{label}</Tag>
        <span className="grow" />
        <SkipRowButton row={row} actions={actions} />
      </div>
      <div className={styles.cardText}>
        <b className="bold">{raw.code || raw.name}</b>
        <span className="small dim nowrap">{raw.qnt}</span>
      </div>
      {(row.goods === null || row.status === 'check') && raw.code !== '' && raw.name !== '' && (
        <div className="small dim">{raw.name}</div>
      )}
      <div>
        <RowMatch row={row} actions={actions} />
      </div>
      <div className="small muted">
        <RowResult row={row} actions={actions} mode={mode} split={split} />
      </div>
      {!(split && hasKnownGood(row)) && (
        <div className={styles.cardFoot}>
          <b className="bold">{split === undefined && isAdded(row, mode) && money(addedSum(row, mode))}</b>
          <RowOrder row={row} actions={actions} />
        </div>
      )}
    </>
  )
})
