import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageSizes, paginationCells } from '#shared/constants.ts'
import { CallError } from '#web/api/client.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { GoodsCards } from '#web/parts/goods/GoodsCards.tsx'
import type { GoodsRows } from '#web/parts/goods/goods-rows.ts'
import { GoodsSkeleton, GoodsTable } from '#web/parts/goods/GoodsTable.tsx'
import { Pager } from '#web/ui/tables/Pager.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { ListPage } from './use-lists.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './goods-list.module.css'

type ScreenProps = {
  title: string
  result: { data: ListPage | undefined; error: Error | null; refetch: () => unknown }
  /** Next to the title. */
  actions?: ReactNode
  /** Below the title: tabs of the list. */
  tabs?: ReactNode
  /** Above the rows, scrolling with them. */
  above?: ReactNode
  /** Shown when the list does not exist (404), such as a finished offer. */
  missing?: { title: string; text: string; action: ReactNode } | undefined
  /** Message for an empty list, with one link. */
  empty: { title: string; text: string; action?: ReactNode }
  rows: Omit<GoodsRows, 'rows' | 'warehouses'>
  /** Goods no longer sold. */
  unavailable?: ReactNode
  /** Actions on the checked rows. */
  bulk?: ReactNode
}

const goodsForms = ['товар', 'товара', 'товаров'] as const

/** A list of goods, 20 per page, with the page in the address [N.1]. */
export function GoodsListScreen({
  title,
  result,
  actions,
  tabs,
  above,
  unavailable,
  bulk,
  missing,
  ...list
}: ScreenProps) {
  const phone = usePhone()
  const { data } = result
  const pager = data && <ListPager data={data} />
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <PageTitle>{title}</PageTitle>
        <div className={styles.line}>
          <h1 className="clip">{title}</h1>
          <span className="dim nowrap">{data && withCount(data.count, goodsForms)}</span>
          <span className="grow" />
          {actions}
          {tabs === undefined && !phone && pager}
        </div>
        {tabs !== undefined && (
          <div className={styles.line}>
            <div className={styles.tabs}>{tabs}</div>
            {!phone && pager}
          </div>
        )}
      </header>
      <div id="rows" className={styles.rows} data-scroll-restoration-id="rows" aria-busy={list.rows.isRefreshing}>
        {above}
        <Rows {...list} result={result} missing={missing} phone={phone} />
        {phone && <div className={styles.phonePager}>{pager}</div>}
        {unavailable}
      </div>
      {bulk}
    </div>
  )
}

function Rows({
  result: { data, error, refetch },
  rows,
  empty,
  missing,
  phone,
}: Pick<ScreenProps, 'result' | 'rows' | 'empty' | 'missing'> & { phone: boolean }) {
  if (missing && error instanceof CallError && error.status === 404) {
    return (
      <EmptyState title={missing.title} action={missing.action}>
        {missing.text}
      </EmptyState>
    )
  }
  if (!data)
    return error ? (
      <LoadError error={error} onRetry={() => void refetch()} />
    ) : (
      <GoodsSkeleton rows={pageSizes.catalogue} />
    )
  if (data.goods.length === 0 && !rows.isRefreshing) {
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  const rowsProps = { ...rows, rows: data.goods, warehouses: data.actualWms }
  return phone ? <GoodsCards {...rowsProps} tiles={false} /> : <GoodsTable {...rowsProps} />
}

function ListPager({ data: { pagination } }: { data: ListPage }) {
  const phone = usePhone()
  return (
    <Pager
      page={pagination.page}
      pages={pagination.pages}
      max={phone ? paginationCells.min : undefined}
      link={({ page, label, current, children }) => (
        <Link
          to="."
          search={(search) => ({ ...search, page: page === 1 ? undefined : page })}
          aria-label={label}
          aria-current={current ? 'page' : undefined}
          activeProps={{}}
        >
          {children}
        </Link>
      )}
    />
  )
}
