import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

type TabStateProps<Data> = {
  query: UseQueryResult<Data>
  /** Height of the content in pixels, for the skeleton. */
  height: number
  isEmpty: (data: Data) => boolean
  /** Message for empty content. */
  empty: string
  children: (data: Data) => ReactNode
}

/** An async tab: skeleton of its size, error with retry, or message for no content. */
export function TabState<Data>({
  query: { data, error, refetch },
  height,
  isEmpty,
  empty,
  children,
}: TabStateProps<Data>) {
  if (data !== undefined) return isEmpty(data) ? <p className="muted">{empty}</p> : children(data)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <div aria-busy="true" style={{ height }}>
      <span className="unseen">Загрузка</span>
      <Skeleton width="100%" height={height} />
    </div>
  )
}
