import { Link } from '@tanstack/react-router'
import type { Act } from '#shared/api/money/acts.ts'
import { isBuilt } from '#shared/rules/act-states.ts'
import { price, shortDateTime } from '#web/ui/format.ts'
import { Skeleton, SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { ActActions } from './ActActions.tsx'
import { ActNote, ActTag } from './ActState.tsx'
import { daysText } from './periods.ts'
import styles from './acts.module.css'

type ActsProps = { items: readonly Act[] | undefined; isRefreshing: boolean }

const caption = 'Акты сверки'

export function ActsTable({ items, isRefreshing, rowsPerPage }: ActsProps & { rowsPerPage: number }) {
  return (
    <div className={table.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || items === undefined}
      >
        <caption className="unseen">{caption}</caption>
        <colgroup>
          <col style={{ width: 76 }} />
          <col style={{ width: 136 }} />
          <col style={{ width: 62 }} />
          <col style={{ width: 120 }} />
          <col style={{ width: 104 }} />
          <col />
          <col style={{ width: 156 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Акт</th>
            <th scope="col">Период</th>
            <th scope="col">Договор</th>
            <th scope="col">Запросили</th>
            <th scope="col" className={table.number}>
              Ваш долг, ₽
            </th>
            <th scope="col">Состояние</th>
            <th scope="col">
              <span className="unseen">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items ? items.map((act) => <Row key={act.id} act={act} />) : <SkeletonRows rows={rowsPerPage} columns={7} />}
        </tbody>
      </table>
    </div>
  )
}

function Row({ act }: { act: Act }) {
  return (
    <tr className={table.two}>
      <td className={table.strong}>
        <ActNumber act={act} />
      </td>
      <td className={styles.note}>{daysText(act)}</td>
      <td title={act.contract.contragent}>{act.contract.number}</td>
      <td>
        {shortDateTime(act.requested_at)}
        <br />
        <span className="dim">{act.requested_by}</span>
      </td>
      <td className={`${table.number} ${table.strong}`}>{price(isBuilt(act.state) ? act.closing : null)}</td>
      <td>
        <ActTag act={act} />
        <br />
        <span className={`small ${styles.note}`}>
          <ActNote act={act} />
        </span>
      </td>
      <td>
        <ActActions act={act} />
      </td>
    </tr>
  )
}

/** The number, a link once the act is built. */
function ActNumber({ act: { id, number, state } }: { act: Act }) {
  if (!isBuilt(state)) return number
  return (
    <Link to="/acts/$id" params={{ id: String(id) }} className={styles.number}>
      {number}
    </Link>
  )
}

/** The rows as cards on a phone. */
export function ActCards({ items, isRefreshing }: ActsProps) {
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label={caption}
      aria-busy={isRefreshing || items === undefined}
    >
      {items
        ? items.map((act) => (
            <li key={act.id} className={list.card}>
              <span className="row">
                <b className="bold">
                  <ActNumber act={act} />
                </b>
                <ActTag act={act} />
                <span className="grow" />
                <b className="bold nowrap">{price(isBuilt(act.state) ? act.closing : null)}</b>
              </span>
              <span>
                {daysText(act)}, договор № {act.contract.number}
              </span>
              <span className="row small wrap">
                <ActNote act={act} />
                <span className="grow" />
                <ActActions act={act} />
              </span>
            </li>
          ))
        : [1, 2, 3, 4].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={58} />
            </li>
          ))}
    </ul>
  )
}
