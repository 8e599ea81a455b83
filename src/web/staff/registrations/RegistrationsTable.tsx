import type { RegistrationSummary } from '#shared/api/staff/registrations.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { Assignee } from './Assignee.tsx'
import { RegistrationLink } from './RegistrationLink.tsx'
import type { RegistrationsSearch } from './registrations-url.ts'
import { groupsOf, isOpenRequest, submittedText, waitText } from './rows.ts'
import { isOverdue, statuses } from './texts.ts'
import styles from './registrations.module.css'

export type RegistrationRows = {
  items: readonly RegistrationSummary[] | undefined
  isRefreshing: boolean
  search: RegistrationsSearch
  isSplit: boolean
  normHours: number
  me: number
}

const columns = 5

export function RegistrationsTable({ items, isRefreshing, search, isSplit, normHours, me }: RegistrationRows) {
  const now = useNow(60_000)
  const isGrouped = search.scope === undefined
  return (
    <table
      className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
      aria-busy={isRefreshing || items === undefined}
    >
      <caption className="unseen">Заявки на регистрацию</caption>
      <colgroup>
        <col />
        <col style={{ width: 86 }} />
        <col style={{ width: 156 }} />
        <col style={{ width: 146 }} />
        <col style={{ width: 44 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={styles.first}>
            Организация
          </th>
          <th scope="col" aria-sort={isGrouped ? 'ascending' : 'descending'}>
            Подана {isGrouped ? '↓' : '↑'}
          </th>
          <th scope="col">Состояние</th>
          <th scope="col">Проверка</th>
          <th scope="col">
            <span className="unseen">Исполнитель</span>
          </th>
        </tr>
      </thead>
      {items ? (
        groupsOf(items, isGrouped).map(({ title, rows }) => (
          <tbody key={title}>
            {title !== '' && (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={columns}>
                  {title}
                </th>
              </tr>
            )}
            {rows.map((request) => (
              <tr
                key={request.id}
                className={`${list.open} ${table.two}`}
                data-on={search.request === request.id || undefined}
              >
                <td className={styles.first} title={request.company}>
                  <RegistrationLink request={request} search={search} isSplit={isSplit} />
                  <br />
                  <small className="dim">{[request.inn, request.city].filter(Boolean).join(' · ')}</small>
                </td>
                <td className="dim">
                  {submittedText(request, now)}
                  <br />
                  <small
                    className={
                      isOpenRequest(request) && isOverdue(request.waiting_since, normHours, now) ? 'bad' : undefined
                    }
                  >
                    {waitText(request, now)}
                  </small>
                </td>
                <td title={request.note}>
                  <Tag tone={statuses[request.status].tone}>{statuses[request.status].text}</Tag>
                  {request.note !== '' && (
                    <>
                      <br />
                      <small className="dim">{request.note}</small>
                    </>
                  )}
                </td>
                <td>
                  <Findings request={request} />
                </td>
                <td className={styles.who}>
                  <Assignee request={request} me={me} isOpen={isOpenRequest(request)} />
                </td>
              </tr>
            ))}
          </tbody>
        ))
      ) : (
        <tbody>
          <SkeletonRows rows={8} columns={columns} />
        </tbody>
      )}
    </table>
  )
}

/** Results of the automatic checks of the company. */
export function Findings({ request: { findings } }: { request: Pick<RegistrationSummary, 'findings'> }) {
  return (
    <span className={styles.findings}>
      {findings.map(({ tone, text }) => (
        <Tag key={text} tone={tone}>
          {text}
        </Tag>
      ))}
    </span>
  )
}
