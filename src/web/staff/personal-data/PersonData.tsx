import { lazy, Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { endpointAddress } from '#shared/api/address.ts'
import { exportPersonData } from '#shared/api/account/people-data.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { personDataQuery } from './use-personal-data.ts'
import styles from './personal-data.module.css'

const EraseDialog = lazy(() => import('./EraseDialog.tsx').then((module) => ({ default: module.EraseDialog })))

/** Stored data of one person: download as a ZIP, and erasure. */
export function PersonData({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(personDataQuery(id))
  const [erasing, setErasing] = useState(false)
  if (!data)
    return (
      <Card title="Что хранит портал">
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={120} />}
        </CardBody>
      </Card>
    )
  const { person, held } = data
  const isErased = person.state === 'erased'
  return (
    <Card title={isErased ? 'Данные стёрты' : `Что хранит портал: ${person.name || person.login}`}>
      <CardBody>
        <table className={`${table.table} ${styles.held}`}>
          <caption className="unseen">Что хранит портал</caption>
          <thead>
            <tr>
              <th scope="col">Данные</th>
              <th scope="col" className={table.number}>
                Записей
              </th>
              <th scope="col">{isErased ? 'Почему остались' : 'После удаления'}</th>
            </tr>
          </thead>
          <tbody>
            {held.map(({ title, count, stays }) => (
              <tr key={title}>
                <td>{title}</td>
                <td className={table.number}>{count}</td>
                <td className={stays === '' ? 'dim' : undefined}>
                  {stays === '' ? (isErased ? 'без имени и почты' : 'стирается') : `останутся: ${stays}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.actions}>
          <FileLink href={endpointAddress(exportPersonData, { id })} className={buttonClass()}>
            Скачать ZIP
          </FileLink>
          {!isErased && (
            <Button variant="danger" onClick={() => setErasing(true)}>
              Стереть данные
            </Button>
          )}
        </div>
        {erasing && (
          <Suspense>
            <EraseDialog person={person} storedData={held} onClose={() => setErasing(false)} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  )
}
