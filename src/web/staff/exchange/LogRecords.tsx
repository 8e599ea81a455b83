import { Link } from '@tanstack/react-router'
import { endpointAddress } from '#shared/api/address.ts'
import { exchangeRecordsCsv, exchangeRecordsSheet, type ExchangeRunDetails } from '#shared/api/staff/exchange-log.ts'
import { paginationCells } from '#shared/constants.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { quantity, withCount } from '#web/ui/format.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Pager } from '#web/ui/tables/Pager.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { RecordsSearch } from './exchange-url.ts'
import { useLogRecords } from './use-exchange-log.ts'
import styles from './exchange.module.css'

const rowForms = ['строка', 'строки', 'строк'] as const

type LogRecordsProps = {
  run: ExchangeRunDetails
  search: RecordsSearch
  onChange: (search: RecordsSearch) => void
}

/** Rejected or reported records of a run with reasons: searched, paged and exported. */
export function LogRecords({ run: { id, name, records: count }, search, onChange }: LogRecordsProps) {
  const { records: page = 1, find = '' } = search
  const { data, error, isPlaceholderData, refetch } = useLogRecords(id, page, find)
  const phone = usePhone()
  if (!data)
    return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={160} />
  const {
    items,
    pagination: { perpage, pages, total },
  } = data
  const before = (page - 1) * perpage
  const chosen = { run: id, ...(find === '' ? {} : { query: find }) }
  return (
    <div className={styles.records}>
      <div className={styles.recordsHead}>
        <h3>Что не принято и почему</h3>
        <span className="grow" />
        <FileLink href={endpointAddress(exchangeRecordsSheet, chosen)}>{withCount(total, rowForms)}, XLSX</FileLink>
        <FileLink href={endpointAddress(exchangeRecordsCsv, chosen)}>CSV</FileLink>
      </div>
      {(count > 8 || find !== '') && (
        <BarSearch
          key={find}
          label="Код, наименование или причина"
          placeholder="Код, наименование, причина"
          value={find}
          onSearch={(text) => onChange(text === '' ? {} : { find: text })}
        />
      )}
      <span className="small dim">
        {items.length === 0
          ? 'Таких записей нет'
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
        link={({ page: other, label, current: isCurrent, children }) => (
          <Link
            to="."
            search={(current) => ({ ...current, records: other > 1 ? other : undefined })}
            resetScroll={false}
            aria-label={`${label} записей`}
            aria-current={isCurrent ? 'page' : undefined}
            activeProps={{}}
          >
            {children}
          </Link>
        )}
      />
    </div>
  )
}
