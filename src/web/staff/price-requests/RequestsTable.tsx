import { Button } from '#web/ui/Button.tsx'
import { shortDateTime } from '#web/ui/format.ts'
import { PriceRequestTag } from '#web/parts/price-requests/PriceRequestTag.tsx'
import { describePriceListContent } from '#web/parts/price-requests/describe-content.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import table from '#web/ui/tables/table.module.css'
import { Phone } from './Phone.tsx'
import type { StaffPriceRequest } from './use-price-requests.ts'
import styles from './price-requests.module.css'

export type RequestRows = {
  requests: readonly StaffPriceRequest[] | undefined
  isRefreshing: boolean
  onOpen: (request: StaffPriceRequest) => void
}

export function RequestsTable({ requests, isRefreshing, onOpen }: RequestRows) {
  return (
    <div className={table.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || requests === undefined}
      >
        <caption className="unseen">Запросы прайс-файлов</caption>
        <colgroup>
          <col style={{ width: 92 }} />
          <col style={{ width: '22%' }} />
          <col style={{ width: '18%' }} />
          <col style={{ width: 172 }} />
          <col />
          <col style={{ width: 96 }} />
          <col style={{ width: 96 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Когда</th>
            <th scope="col">Покупатель</th>
            <th scope="col">Кто просит</th>
            <th scope="col">Договор</th>
            <th scope="col">Что нужно</th>
            <th scope="col">Состояние</th>
            <th scope="col">
              <span className="unseen">Ответ</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {requests ? (
            requests.map((request) => <Row key={request.id} request={request} onOpen={onOpen} />)
          ) : (
            <SkeletonRows rows={8} columns={7} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function Row({ request, onOpen }: { request: StaffPriceRequest; onOpen: (request: StaffPriceRequest) => void }) {
  const { created_at: createdAt, organisation, contragent, person, phone, contract, comment, state } = request
  const content = describePriceListContent(request)
  return (
    <tr className={table.two}>
      <td className="dim">{shortDateTime(createdAt)}</td>
      <td title={`${organisation}, ${contragent}`}>
        {organisation}
        {contragent !== organisation && <span className={styles.second}>{contragent}</span>}
      </td>
      <td title={[person, phone].filter(Boolean).join(', ')}>
        {person}
        <Phone className={styles.second} number={phone} />
      </td>
      <td title={contract.header}>{contract.header}</td>
      <td title={[content, comment].filter(Boolean).join('\n')}>
        {content}
        {comment !== '' && <span className={styles.second}>{comment}</span>}
      </td>
      <td>
        <PriceRequestTag {...request} />
      </td>
      <td className={table.field}>
        <Button
          small
          data-row
          aria-label={`${state === 'new' ? 'Ответить' : 'Открыть'}: ${organisation}, ${content}`}
          onClick={() => onOpen(request)}
          onKeyDown={moveRowFocus}
        >
          {state === 'new' ? 'Ответить' : 'Открыть'}
        </Button>
      </td>
    </tr>
  )
}
