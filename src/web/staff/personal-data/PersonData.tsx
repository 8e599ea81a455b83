import { lazy, Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { exportAddress, storedDataQuery, type PersonRef, type StoredData } from './use-personal-data.ts'
import styles from './personal-data.module.css'

const EraseDialog = lazy(() => import('./EraseDialog.tsx').then((module) => ({ default: module.EraseDialog })))

/** Stored data of one person: download, and erasure. */
export function PersonData({ person }: { person: PersonRef }) {
  const { data, error, refetch } = useQuery(storedDataQuery(person))
  const [erasing, setErasing] = useState(false)
  if (!data)
    return (
      <Card title="Что хранит портал">
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={120} />}
        </CardBody>
      </Card>
    )
  const { isErased, held } = data
  return (
    <Card title={isErased ? 'Данные стёрты' : `Что хранит портал: ${data.name}`}>
      <CardBody>
        {held.length > 0 && <HeldTable held={held} isErased={isErased} />}
        {held.length === 0 && <p className="muted">О человеке ничего не осталось</p>}
        <div className={styles.actions}>
          {held.length > 0 && (
            <FileLink href={exportAddress(person)} className={buttonClass()}>
              {'account' in person ? 'Скачать ZIP' : 'Скачать файл'}
            </FileLink>
          )}
          {!isErased && (
            <Button variant="danger" onClick={() => setErasing(true)}>
              Стереть данные
            </Button>
          )}
        </div>
        {erasing && (
          <Suspense>
            <EraseDialog person={person} data={data} onClose={() => setErasing(false)} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  )
}

function HeldTable({ held, isErased }: Pick<StoredData, 'held' | 'isErased'>) {
  return (
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
  )
}
