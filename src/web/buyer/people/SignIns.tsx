import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManagerSignIn } from '#shared/api/organisation/managers.ts'
import { originText, originTone } from '#web/parts/sign-ins/origin-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { shortDateTime, withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { usePhone } from '#web/ui/use-phone.ts'
import { signInsQuery, useEndSession } from './use-people.ts'
import styles from './people.module.css'

const initialCount = 10

/** Sign-ins of the last seven days; active sessions can be ended. */
export function SignIns() {
  const { data, error, refetch } = useQuery(signInsQuery)
  const [showsAll, setShowsAll] = useState(false)
  const phone = usePhone()
  const rows = showsAll ? data : data?.slice(0, initialCount)
  return (
    <section className={styles.signIns} aria-labelledby="sign-ins">
      <div className="row">
        <h2 id="sign-ins">Входы за 7 дней</h2>
        <span className="grow" />
        {data && data.length > initialCount && !showsAll && (
          <Button variant="plain" small onClick={() => setShowsAll(true)}>
            Все входы
          </Button>
        )}
      </div>
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={96} />}
      {data?.length === 0 && (
        <EmptyState title="За неделю никто не входил">Здесь видно, кто, когда и откуда входил в кабинет</EmptyState>
      )}
      {rows && rows.length > 0 && (phone ? <SignInCards rows={rows} /> : <SignInTable rows={rows} />)}
    </section>
  )
}

function SignInTable({ rows }: { rows: readonly ManagerSignIn[] }) {
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="unseen">Входы за 7 дней</caption>
        <colgroup>
          <col style={{ width: 88 }} />
          <col style={{ width: 120 }} />
          <col />
          <col style={{ width: 98 }} />
          <col style={{ width: 253 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              Когда ↓
            </th>
            <th scope="col">Кто</th>
            <th scope="col">Откуда</th>
            <th scope="col">IP</th>
            <th scope="col">Итог</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{shortDateTime(row.at)}</td>
              <td title={row.manager.name}>{row.manager.name}</td>
              <td className={`${originTone(row)} ${styles.origin}`}>{originText(row)}</td>
              <td className="dim">{row.address}</td>
              <td>
                <Outcome row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SignInCards({ rows }: { rows: readonly ManagerSignIn[] }) {
  return (
    <ul className={list.cards} aria-label="Входы за 7 дней">
      {rows.map((row) => (
        <li key={row.id} className={list.card}>
          <div className="row">
            <b className="clip">{row.manager.name}</b>
            <span className="grow" />
            <span className="nowrap dim">{shortDateTime(row.at)}</span>
          </div>
          <div className="row small">
            <span className={`${originTone(row)} clip`}>
              {[originText(row), row.address].filter(Boolean).join(' · ')}
            </span>
            <span className="grow" />
            <Outcome row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Outcome({ row }: { row: ManagerSignIn }) {
  if (row.refused > 0)
    return (
      <span className="bad" title={row.reason}>
        {withCount(row.refused, ['отказ', 'отказа', 'отказов'])}: {row.reason.toLowerCase()}
      </span>
    )
  if (row.current) return <span>этот сеанс</span>
  return (
    <span className="row">
      вошёл
      {row.session !== null && <EndButton row={row} session={row.session} />}
    </span>
  )
}

function EndButton({ row: { manager }, session }: { row: ManagerSignIn; session: number }) {
  const end = useEndSession()
  const confirm = useConfirm()
  const notify = useNotify()

  async function confirmEnd() {
    if (!(await confirm(`Завершить сеанс: ${manager.name}?`))) return
    end.mutate(
      { id: manager.id, session },
      {
        onSuccess: () => notify({ tone: 'ok', text: 'Сеанс завершён' }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }
  return (
    <button type="button" className={styles.link} disabled={end.isPending} onClick={() => void confirmEnd()}>
      Завершить<span className="unseen"> сеанс: {manager.name}</span>
    </button>
  )
}
