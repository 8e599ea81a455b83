import { lazy, Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { exportPersonalData } from '#shared/api/account/personal-data.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { heldDataQuery } from './use-personal-data.ts'
import styles from './account.module.css'

const EraseDialog = lazy(() => import('./EraseDialog.tsx').then(({ EraseDialog }) => ({ default: EraseDialog })))

/** Personal data of the user: export and erasure. */
export function PersonalDataCard() {
  const { data: storedData, error, refetch } = useQuery(heldDataQuery)
  const [erasing, setErasing] = useState(false)
  return (
    <Card title="Личные данные">
      <CardBody>
        {storedData ? (
          <div className={styles.setup}>
            <p className="muted small">
              Портал хранит о вас:{' '}
              {storedData.map(({ title, count }) => `${title.toLowerCase()} – ${count}`).join(', ')}. Получите всё одним
              файлом или удалите.
            </p>
            <div className={styles.buttons}>
              <FileLink href={exportPersonalData.path} className={buttonClass()}>
                Скачать мои данные
              </FileLink>
              <Button variant="danger" onClick={() => setErasing(true)}>
                Удалить мои данные
              </Button>
            </div>
          </div>
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="100%" height={64} />
        )}
        {erasing && storedData && (
          <Suspense>
            <EraseDialog storedData={storedData} onClose={() => setErasing(false)} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  )
}
