import { useState } from 'react'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { materialVersions } from '#shared/api/staff/pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useVersions } from './use-staff-pages.ts'
import styles from './staff-pages.module.css'

type Version = ReplyOf<typeof materialVersions>['items'][number]
type VersionsProps = { id: number; onTake: (version: Version) => void }

/** Earlier versions of a page; restoring one fills the form, and saving applies it. */
export function Versions({ id, onTake }: VersionsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Card
      title="Прежние версии"
      extra={
        <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Свернуть' : 'Показать'}
        </Button>
      }
    >
      {open && <VersionList id={id} onTake={onTake} />}
    </Card>
  )
}

function VersionList({ id, onTake }: VersionsProps) {
  const { data, error, refetch } = useVersions(id)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <CardBody>
        <Skeleton width="40%" height={20} />
      </CardBody>
    )
  return (
    <ul className={styles.list} aria-label="Прежние версии">
      {data.map((version) => (
        <li key={version.version}>
          <span className={styles.name}>
            {version.title}
            <span className="small dim">
              {[`версия ${version.version}`, dateTime(version.date), version.by].filter(Boolean).join(' · ')}
            </span>
          </span>
          <Button small aria-label={`Взять текст версии ${version.version}`} onClick={() => onTake(version)}>
            Взять текст
          </Button>
        </li>
      ))}
    </ul>
  )
}
