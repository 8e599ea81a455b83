import type { ReactNode } from 'react'
import { paginationCells } from '#shared/constants.ts'
import { LoadError } from '../page/EmptyState.tsx'
import { Pager, type PageLink } from './Pager.tsx'
import { usePhone } from '../use-phone.ts'
import styles from './paged-list.module.css'

type PagedListProps = {
  list: {
    data: { items: readonly unknown[]; pagination: { page: number; pages: number } } | undefined
    error: Error | null
    refetch: () => unknown
  }
  /** Shown when there are no rows. */
  empty: ReactNode
  cards: ReactNode
  table: ReactNode
  link: PageLink
}

/** A paged list: cards on a phone, else a table; rows stay when a refetch fails. */
export function PagedList({ list: { data, error, refetch }, empty, cards, table, link }: PagedListProps) {
  const phone = usePhone()
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data?.items.length === 0 ? empty : phone ? cards : table}
      {data && (
        <div className={styles.pages}>
          <Pager
            page={data.pagination.page}
            pages={data.pagination.pages}
            max={phone ? paginationCells.min : undefined}
            link={link}
          />
        </div>
      )}
    </>
  )
}
