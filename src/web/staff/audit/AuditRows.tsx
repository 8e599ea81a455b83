import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { onBehalfOf } from '#shared/rules/parties/acting.ts'
import type { AuditRow } from '#shared/api/administration/audit.ts'
import { andMore } from '#shared/rules/list-text.ts'
import { day, relativeDay } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import list from '#web/ui/tables/paged-list.module.css'
import { AuditDetails } from './AuditDetails.tsx'
import type { AuditSearch } from './audit-url.ts'
import { timeOf, topicTags } from './texts.ts'
import styles from './audit.module.css'

type RowsProps = { items: readonly AuditRow[]; search: AuditSearch; isSplit: boolean }

/** Rows grouped by day. On screens too narrow for the panel, the open row shows its details inline. */
export function AuditRows({ items, search, isSplit }: RowsProps) {
  return (
    <div className={styles.rows}>
      <div className={styles.head} aria-hidden="true">
        <span>Когда</span>
        <span>Кто</span>
        <span>Что сделано</span>
        <span>С чем</span>
        <span>Было → стало</span>
      </div>
      {groupByDay(items).map(({ date, rows }) => (
        <Fragment key={date}>
          <h2 className={styles.day} id={`day-${date}`}>
            {relativeDay(date)}
          </h2>
          <ol aria-labelledby={`day-${date}`}>
            {rows.map((row) => (
              <li key={row.id} className={list.open} data-on={search.row === row.id || undefined}>
                <Row row={row} search={search} />
                {!isSplit && search.row === row.id && (
                  <div className={styles.inline}>
                    <AuditDetails row={row} search={search} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
    </div>
  )
}

function groupByDay(items: readonly AuditRow[]): { date: string; rows: AuditRow[] }[] {
  const days: { date: string; rows: AuditRow[] }[] = []
  for (const row of items) {
    const date = day(row.at)
    const last = days.at(-1)
    if (last?.date === date) last.rows.push(row)
    else days.push({ date, rows: [row] })
  }
  return days
}

function Row({ row, search }: { row: AuditRow; search: AuditSearch }) {
  const isOpen = search.row === row.id
  const [first, ...others] = row.changes
  const tag = row.topic === null ? undefined : topicTags[row.topic]
  return (
    <>
      <time className="dim nowrap" dateTime={row.at}>
        {timeOf(row.at)}
      </time>
      <span className={styles.cell}>
        {row.who.name}
        {row.on_behalf && <small className={styles.behalf}>{onBehalfOf(row.on_behalf.name)}</small>}
      </span>
      <span className={styles.cell}>
        <Link
          to="/admin/audit"
          search={{ ...search, row: isOpen ? undefined : row.id }}
          resetScroll={false}
          replace={search.row !== undefined}
          aria-current={isOpen || undefined}
          className={list.link}
          data-row=""
          onKeyDown={moveRowFocus}
        >
          {row.action}
        </Link>
        {tag && (
          <span>
            <Tag tone={tag.tone}>{tag.text}</Tag>
          </span>
        )}
      </span>
      <span className={styles.cell}>
        {row.object.title}
        <small className="dim">{row.object.note}</small>
      </span>
      <span className={styles.cell}>
        {first && (
          <span>
            {first.field}: {first.before !== null && <del>{first.before}</del>} {first.before !== null && '→ '}
            <b className="bold">{first.after}</b>
          </span>
        )}
        {others.length > 0 && <small className="dim">{andMore(others.length)}</small>}
      </span>
    </>
  )
}
