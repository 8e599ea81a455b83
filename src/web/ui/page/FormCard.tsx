import { Fragment, type ReactNode } from 'react'
import { LoadError } from './EmptyState.tsx'
import { Card, CardBody } from './Page.tsx'
import { Skeleton } from './Skeleton.tsx'

type FormCardProps<Data> = {
  title: string
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  children: (data: Data, onReload: () => void) => ReactNode
}

/** A card with a form that is reset when other values are loaded. Skeleton or error until there are any. */
export function FormCard<Data>({ title, query: { data, error, refetch }, children }: FormCardProps<Data>) {
  const reload = () => void refetch()
  return (
    <Card title={title}>
      <CardBody>
        {data !== undefined ? (
          <Fragment key={JSON.stringify(data)}>{children(data, reload)}</Fragment>
        ) : error ? (
          <LoadError error={error} onRetry={reload} />
        ) : (
          <Skeleton width="60%" height={20} />
        )}
      </CardBody>
    </Card>
  )
}
