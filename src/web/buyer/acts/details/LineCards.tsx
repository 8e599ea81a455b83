import { useState } from 'react'
import type { ActDetails, ActRow, ActRun } from '#shared/api/money/acts.ts'
import { PartyEntries } from '#web/parts/acts/PartyEntries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { useActRows } from '../use-acts.ts'
import { Answer } from './Answer.tsx'
import { orderItems, titleOf, type LinesViewProps } from './lines.ts'
import { runText } from './texts.ts'
import styles from './act.module.css'

/** The lines as cards on a phone: both sides, one below the other. */
export function LineCards({ act, rows, isRefreshing }: LinesViewProps) {
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Строки акта"
      aria-busy={isRefreshing || rows === undefined}
    >
      {rows
        ? orderItems(rows).map((item) =>
            item.kind === 'row' ? (
              <LineCard key={item.row.match} act={act} row={item.row} />
            ) : (
              <RunCards key={`run-${item.run.from}`} act={act} run={item.run} />
            ),
          )
        : [1, 2, 3].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={60} />
            </li>
          ))}
    </ul>
  )
}

function LineCard({ act, row }: { act: ActDetails; row: ActRow }) {
  return (
    <li className={list.card} id={`match-${row.match}`}>
      <b className="bold">{titleOf(row)}</b>
      <dl className={styles.twoSides}>
        <PartyEntries name="у поставщика" entries={row.ours} />
        {act.book && <PartyEntries name="у вас" entries={row.theirs} />}
      </dl>
      <Answer act={act} row={row} title={titleOf(row)} />
    </li>
  )
}

function RunCards({ act, run }: { act: ActDetails; run: ActRun }) {
  const [open, setOpen] = useState(false)
  const { data } = useActRows({ id: act.id, view: 'all', from: run.from, to: run.to }, { enabled: open })
  return (
    <>
      <li className={styles.runCard}>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'right'} />
          {runText(run)}
        </button>
      </li>
      {open && data?.items.map((row) => <LineCard key={row.match} act={act} row={row} />)}
    </>
  )
}
