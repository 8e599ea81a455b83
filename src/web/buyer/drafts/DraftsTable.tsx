import { Link } from '@tanstack/react-router'
import type { DraftSummary } from '#shared/api/drafts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { dateTime, price } from '#web/ui/format.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { DraftName } from './DraftName.tsx'
import { everyDaysText } from './texts.ts'
import styles from './drafts.module.css'

export type DraftRows = {
  drafts: readonly DraftSummary[] | undefined
  isRefreshing: boolean
  repeating: number | undefined
  onRepeat: (id: number) => void
  onRemove: (draft: DraftSummary) => void
}

export function DraftsTable({
  drafts,
  isRefreshing,
  repeating,
  onRepeat,
  onRemove,
  rowsPerPage,
}: DraftRows & { rowsPerPage: number }) {
  return (
    <div className={table.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || drafts === undefined}
      >
        <caption className="unseen">Черновики</caption>
        <colgroup>
          <col />
          <col style={{ width: 190 }} />
          <col style={{ width: 56 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 124 }} />
          <col style={{ width: 196 }} />
          <col style={{ width: 136 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Название</th>
            <th scope="col">Договор</th>
            <th scope="col" className={table.number}>
              Строк
            </th>
            <th scope="col" className={table.number}>
              Сумма, ₽
            </th>
            <th scope="col">Сохранён</th>
            <th scope="col">Шаблон</th>
            <th scope="col">
              <span className="unseen">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {drafts ? (
            drafts.map((draft) => (
              <Row key={draft.id} draft={draft} busy={repeating === draft.id} onRepeat={onRepeat} onRemove={onRemove} />
            ))
          ) : (
            <SkeletonRows rows={rowsPerPage} columns={7} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  draft,
  busy,
  onRepeat,
  onRemove,
}: { draft: DraftSummary; busy: boolean } & Pick<DraftRows, 'onRepeat' | 'onRemove'>) {
  const { id, header, contract, lines, sum, created_at, schedule } = draft
  return (
    <tr className={`${list.open} ${styles.row}`}>
      <td>
        <DraftName
          draft={draft}
          title={
            <Link
              to="/drafts/$id"
              params={{ id: String(id) }}
              className={`${list.link} clip`}
              title={header}
              data-row=""
              onKeyDown={moveRowFocus}
            >
              {header}
            </Link>
          }
        />
      </td>
      <td title={contract.contragent}>
        № {contract.number} <span className="dim">· {contract.contragent}</span>
      </td>
      <td className={table.number}>{lines}</td>
      <td className={`${table.number} ${table.strong}`}>{price(sum)}</td>
      <td className="dim">{dateTime(created_at)}</td>
      <td className="dim">{schedule ? `${everyDaysText(schedule)}, ${schedule.next}` : '–'}</td>
      <td className={table.field}>
        <span className={styles.actions}>
          <Button
            small
            icon="cart"
            busy={busy}
            disabled={lines === 0}
            aria-label={`В корзину: ${header}`}
            onClick={() => onRepeat(id)}
          >
            В корзину
          </Button>
          <IconButton small icon="trash" label={`Удалить: ${header}`} onClick={() => onRemove(draft)} />
        </span>
      </td>
    </tr>
  )
}
