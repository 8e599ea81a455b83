import { Link } from '@tanstack/react-router'
import { paginationCells } from '#shared/constants.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { quantity } from '#web/ui/format.ts'
import { Pager } from '#web/ui/tables/Pager.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { LogSearch } from './log-url.ts'
import { useLogRecords } from './use-exchange-log.ts'
import styles from './exchange-log.module.css'

type LogRecordsProps = {
  run: number
  name: string
  page: number
  /** The page of the list of runs. */ search: LogSearch
}

/** Rejected or reported records of a run, with reasons. */
export function LogRecords({ run, name, page, search }: LogRecordsProps) {
  const { data, error, isPlaceholderData, refetch } = useLogRecords(run, page)
  const phone = usePhone()
  if (!data)
    return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={160} />
  const {
    items,
    pagination: { perpage, pages, total },
  } = data
  const before = (page - 1) * perpage
  return (
    <div className={styles.records}>
      <span className="small dim">
        {items.length === 0
          ? 'На этой странице записей нет'
          : `Записи ${quantity(before + 1)}–${quantity(before + items.length)} из ${quantity(total)}`}
      </span>
      {items.length > 0 && (
        <table aria-busy={isPlaceholderData}>
          <caption className="unseen">Записи с замечаниями: {name}</caption>
          <thead className="unseen">
            <tr>
              <th scope="col">Запись</th>
              <th scope="col">Код в 1С</th>
              <th scope="col">Причина</th>
            </tr>
          </thead>
          <tbody>
            {items.map((record, index) => (
              // A code may be rejected several times.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>
                  <span className="dim">{record.kind}</span> {record.name === record.code ? '' : record.name}
                </td>
                <td className="dim">{record.code}</td>
                <td>{record.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager
        page={page}
        pages={pages}
        max={phone ? paginationCells.min : undefined}
        link={({ page: other, label, current, children }) => (
          <Link
            to="/admin/settings"
            search={{ ...search, run, ...(other > 1 && { records: other }) }}
            resetScroll={false}
            aria-label={`${label} записей`}
            aria-current={current ? 'page' : undefined}
            activeProps={{}}
          >
            {children}
          </Link>
        )}
      />
    </div>
  )
}
