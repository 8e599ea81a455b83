import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

type TabStateProps<Data> = {
  query: UseQueryResult<Data>
  /** Pixels that the content will take: the skeleton's size. */
  height: number
  isEmpty: (data: Data) => boolean
  /** The sentence that stands where there is nothing. */
  empty: string
  children: (data: Data) => ReactNode
}

/**
 * A tab that loads when it is opened: a skeleton of its size, an error with a way to try again, a sentence for nothing.
 */
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
