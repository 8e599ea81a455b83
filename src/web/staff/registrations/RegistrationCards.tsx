import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { Assignee } from './Assignee.tsx'
import { RegistrationLink } from './RegistrationLink.tsx'
import { Findings, type RegistrationRows } from './RegistrationsTable.tsx'
import { isOpenRequest, submittedText, waitText } from './rows.ts'
import { isOverdue, statuses } from './texts.ts'
import styles from './registrations.module.css'

export function RegistrationCards({ items, isRefreshing, search, isSplit, normHours, me }: RegistrationRows) {
  const now = useNow(60_000)
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Заявки"
      aria-busy={isRefreshing || items === undefined}
    >
      {items
        ? items.map((request) => (
            <li key={request.id} className={`${list.card} ${list.open}`}>
              <div className="row">
                <RegistrationLink request={request} search={search} isSplit={isSplit} />
                <span className="grow" />
                <Tag tone={statuses[request.status].tone}>{statuses[request.status].text}</Tag>
              </div>
              <div className="row small">
                <span className="dim clip">{[request.inn, request.city].filter(Boolean).join(' · ')}</span>
                <span className="grow" />
                <span className="dim nowrap">
                  {submittedText(request, now)} ·{' '}
                  <span
                    className={
                      isOpenRequest(request) && isOverdue(request.waiting_since, normHours, now) ? 'bad' : undefined
                    }
                  >
                    {waitText(request, now)}
                  </span>
                </span>
              </div>
              {request.note !== '' && <div className="dim small clip">{request.note}</div>}
              <div className="row">
                <Findings request={request} />
                <span className="grow" />
                <span className={styles.who}>
                  <Assignee request={request} me={me} isOpen={isOpenRequest(request)} />
                </span>
              </div>
            </li>
          ))
        : [1, 2, 3, 4].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={72} />
            </li>
          ))}
    </ul>
  )
}
