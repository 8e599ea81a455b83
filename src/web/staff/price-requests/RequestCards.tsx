import { Button } from '#web/ui/Button.tsx'
import { shortDateTime } from '#web/ui/format.ts'
import { PriceRequestTag } from '#web/parts/price-requests/PriceRequestTag.tsx'
import { describePriceListContent } from '#web/parts/price-requests/describe-content.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Phone } from './Phone.tsx'
import type { RequestRows } from './RequestsTable.tsx'
import styles from './price-requests.module.css'

export function RequestCards({ requests, isRefreshing, onOpen }: RequestRows) {
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Запросы прайс-файлов"
      aria-busy={isRefreshing || requests === undefined}
    >
      {requests
        ? requests.map((request) => (
            <li key={request.id} className={list.card}>
              <div className="row">
                <span className="bold clip">{request.organisation}</span>
                <span className="grow" />
                <PriceRequestTag {...request} />
              </div>
              <span className="small dim">
                {shortDateTime(request.created_at)} · договор {request.contract.header}
              </span>
              <span>{describePriceListContent(request)}</span>
              {request.comment !== '' && <p className={styles.short}>{request.comment}</p>}
              <div className="row">
                <span className="small clip">
                  {request.person} <Phone number={request.phone} />
                </span>
                <span className="grow" />
                <Button
                  small
                  aria-label={
                    `${request.state === 'new' ? 'Ответить' : 'Открыть'}: ${request.organisation}, ` +
                    describePriceListContent(request)
                  }
                  onClick={() => onOpen(request)}
                >
                  {request.state === 'new' ? 'Ответить' : 'Открыть'}
                </Button>
              </div>
            </li>
          ))
        : [1, 2, 3, 4].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={96} />
            </li>
          ))}
    </ul>
  )
}
