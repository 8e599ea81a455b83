import { Fragment, memo, useRef } from 'react'
import { money } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { useVisibleRows } from '#web/ui/use-visible-rows.ts'
import { enters, type CartMode, type ReviewRow } from './review-rows.ts'
import type { ReviewRowsProps } from './ReviewTable.tsx'
import { RowDone, RowMatch } from './RowMatch.tsx'
import { LeaveButton, RowOrder, type RowActions } from './RowOrder.tsx'
import { stateWords } from './row-words.ts'
import styles from './upload.module.css'

const cardHeight = 124

/** The rows of the review on a phone. */
export function ReviewCards({ rows, busyRow, actions, mode }: ReviewRowsProps) {
  'use no memo'
  const list = useRef<HTMLUListElement>(null)
  const { items, gapBefore, gapAfter, measure } = useVisibleRows(list, { count: rows.length, height: cardHeight, keyOf: (index) => rows[index]?.line ?? index })
  return (
    <ul ref={list} className={styles.cards}>
      {items.map(({ index, key }, place) => {
        const row = rows[index]
        const gap = gapBefore(place)
        return (
          row && (
            <Fragment key={key}>
              {gap > 0 && <li aria-hidden="true" style={{ height: gap }} />}
              <li ref={measure} data-index={index} aria-setsize={rows.length} aria-posinset={index + 1} className={styles.card} data-left={row.left || undefined} aria-busy={busyRow === row.line || undefined}>
                <Card row={row} actions={actions} mode={mode} />
              </li>
            </Fragment>
          )
        )
      })}
      {gapAfter > 0 && <li aria-hidden="true" style={{ height: gapAfter }} />}
    </ul>
  )
}

const Card = memo(function Card({ row, actions, mode }: { row: ReviewRow; actions: RowActions; mode: CartMode }) {
  const { raw } = row
  const { tone, label } = stateWords(row)
  return (
    <>
      <div className={styles.cardHead}>
        <span className="dim small">{row.row}</span>
        <b className="bold">{raw.code || raw.name}</b>
        <span className="small dim nowrap">{raw.qnt}</span>
        <span className="grow" />
        <Tag {...(tone ? { tone } : {})}>{label}</Tag>
        <LeaveButton row={row} actions={actions} />
      </div>
      {(row.goods === null || row.status === 'check') && raw.code !== '' && raw.name !== '' && <div className="small dim">{raw.name}</div>}
      <div>
        <RowMatch row={row} actions={actions} />
      </div>
      <div className="small muted">
        <RowDone row={row} actions={actions} mode={mode} />
      </div>
      <div className={styles.cardFoot}>
        <b className="bold">{enters(row, mode) && money(row.sum)}</b>
        <RowOrder row={row} actions={actions} />
      </div>
    </>
  )
})
