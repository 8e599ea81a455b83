import { Link } from '@tanstack/react-router'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { withCount, money, dateTime } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { DraftName } from './DraftName.tsx'
import type { DraftRows } from './DraftsTable.tsx'
import { everyDaysText, lineForms } from './texts.ts'
import styles from './drafts.module.css'

/** The rows as cards on a phone. */
export function DraftCards({ drafts, isRefreshing, ...rows }: DraftRows) {
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Черновики"
      aria-busy={isRefreshing || drafts === undefined}
    >
      {drafts
        ? drafts.map((draft) => <DraftCard key={draft.id} draft={draft} {...rows} />)
        : [1, 2, 3, 4, 5].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={96} />
            </li>
          ))}
    </ul>
  )
}

type CardProps = { draft: NonNullable<DraftRows['drafts']>[number] } & Omit<DraftRows, 'drafts' | 'isRefreshing'>

function DraftCard({ draft, repeating, onRepeat, onRemove }: CardProps) {
  const { id, header, contract, lines, sum, created_at, schedule } = draft
  return (
    <li className={`${list.card} ${list.open}`}>
      <DraftName
        draft={draft}
        title={
          <Link to="/drafts/$id" params={{ id: String(id) }} className={list.link}>
            {header}
          </Link>
        }
      />
      <div className="row">
        <span className="dim clip">
          № {contract.number} · {contract.contragent}
        </span>
        <span className="grow" />
        <b className="bold nowrap">{money(sum)}</b>
      </div>
      <div className="row small">
        <span className="dim clip">
          {withCount(lines, lineForms)} · {dateTime(created_at)}
        </span>
      </div>
      {schedule && (
        <div className="small dim">
          Шаблон: {everyDaysText(schedule)}, {schedule.next}
        </div>
      )}
      <div className={styles.actions}>
        <Button
          icon="cart"
          busy={repeating === id}
          disabled={lines === 0}
          aria-label={`В корзину: ${header}`}
          onClick={() => onRepeat(id)}
        >
          В корзину
        </Button>
        <span className="grow" />
        <IconButton icon="trash" label={`Удалить: ${header}`} onClick={() => onRemove(draft)} />
      </div>
    </li>
  )
}
