import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

type BlockProps<Data> = {
  title: string
  extra?: ReactNode
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  children: (data: Data) => ReactNode
}

/** A part of the dashboard with its own data: its failure leaves the other parts. */
export function Block<Data>({ title, extra, query: { data, error, refetch }, children }: BlockProps<Data>) {
  return (
    <Card title={title} extra={extra}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <CardBody>
          <Skeleton width="70%" height={120} />
        </CardBody>
      )}
    </Card>
  )
}
