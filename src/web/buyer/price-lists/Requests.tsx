import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { PriceRequest } from '#shared/api/price-lists.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { day, fileSize } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { PriceRequestTag } from '#web/parts/price-requests/PriceRequestTag.tsx'
import { describePriceListContent } from '#web/parts/price-requests/describe-content.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import type { Choice, Tree } from './choice.ts'
import { requestsQuery } from './use-price-lists.ts'
import styles from './price-lists.module.css'

const RequestDialog = lazy(() => import('./RequestDialog.tsx').then((module) => ({ default: module.RequestDialog })))

type RequestsProps = {
  contract: number
  number: string | undefined
  tree: Tree
  choice: Choice
  available: boolean
  /** Message of the last request. */
  requestMessage: string | undefined
  onMessage: (message: string) => void
}

/** Requests to the manager with answers, and the form for a new one. */
export function Requests({ requestMessage, onMessage, ...wish }: RequestsProps) {
  const { data: requests, error, refetch } = useQuery(requestsQuery)
  const [isRequesting, setIsRequesting] = useState(false)
  return (
    <Card
      title="Запросы менеджеру"
      extra={
        <Button small onClick={() => setIsRequesting(true)}>
          Новый запрос
        </Button>
      }
    >
      {requestMessage !== undefined && (
        <CardBody>
          <Note tone="ok" role="status">
            {requestMessage}
          </Note>
        </CardBody>
      )}
      {!requests ? (
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={56} />}
        </CardBody>
      ) : requests.length === 0 ? (
        <CardBody>
          <p className="muted">
            Нужен прайс-лист в другом виде? Опишите, какой: менеджер подготовит файл и ответит здесь
          </p>
        </CardBody>
      ) : (
        <ul className={styles.items} aria-label="Запросы менеджеру">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {isRequesting && (
        <Suspense>
          <RequestDialog
            {...wish}
            onRequested={(message) => {
              onMessage(message)
              setIsRequesting(false)
            }}
            onClose={() => setIsRequesting(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function RequestRow({
  request: { created_at: createdAt, contract, categories, available, comment, state, status, answer, files },
}: {
  request: PriceRequest
}) {
  return (
    <li className={styles.request}>
      <div className="row">
        <span className={styles.name} title={categories.join(', ')}>
          {describePriceListContent({ categories, available })}
        </span>
        <span className="small dim nowrap">{day(createdAt)}</span>
        <PriceRequestTag state={state} status={status} />
      </div>
      <span className="small dim">Договор {contract.header}</span>
      {comment !== '' && <p className={styles.words}>{comment}</p>}
      {answer !== '' && (
        <p className={styles.answer}>
          <b className="bold">Ответ:</b> {answer}
        </p>
      )}
      {files.length > 0 && (
        <ul className={styles.delivered} aria-label="Файлы ответа">
          {files.map(({ name, link, size }) => (
            <li key={link}>
              <a href={link} download>
                <Icon name="download" />
                <span>
                  <span className="unseen">Скачать </span>
                  {name}
                </span>
              </a>
              {size !== null && <span className="small dim nowrap">{fileSize(size)}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
