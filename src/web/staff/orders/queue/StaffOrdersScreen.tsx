import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { noOrdersTitle } from '#web/parts/order-lines/no-orders.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { StaffFilters } from './StaffFilters.tsx'
import { StaffOrderCards } from './StaffOrderCards.tsx'
import { StaffOrdersTable } from './StaffOrdersTable.tsx'
import { changeStaffSearch, type StaffSearch } from '../staff-url.ts'
import { useStaffOrders } from '../use-staff-orders.ts'
import styles from '../staff.module.css'

const StaffOrderPanel = lazy(() =>
  import('./StaffOrderPanel.tsx').then((module) => ({ default: module.StaffOrderPanel })),
)

/** The queue of orders with the reason to look at a row, and the order that is open beside it. */
export function StaffOrdersScreen({
  search,
  onChange,
}: {
  search: StaffSearch
  onChange: (search: StaffSearch) => void
}) {
  const list = useStaffOrders(search)
  const { data, isFetching, isPlaceholderData } = list
  const beside = useMedia('(min-width: 1100px)')
  const open = beside ? search.order : undefined
  const rows = { orders: data?.items, waiting: isFetching && isPlaceholderData, search, beside }
  return (
    <div className={styles.screen} data-open={open !== undefined || undefined}>
      <title>Заказы – Опт</title>
      <div className={styles.list}>
        <div className={styles.head}>
          <div className="row wrap">
            <h1>Заказы</h1>
            {data && <span className="dim nowrap">{waitingWords(data.counts.waiting)}</span>}
            <span className={styles.text}>
              <BarSearch
                key={search.query}
                label="Заказ, организация, ИНН, артикул"
                placeholder="Заказ, организация, ИНН, артикул"
                value={search.query ?? ''}
                onSearch={(query) => onChange(changeStaffSearch(search, { query, scope: 'all' }))}
              />
            </span>
          </div>
          <StaffFilters
            search={search}
            counts={data?.counts}
            warehouses={data?.warehouses ?? []}
            onChange={(change) => onChange(changeStaffSearch(search, change))}
          />
        </div>
        <PagedList
          list={list}
          empty={<NoOrders search={search} onShowAll={() => onChange({ scope: 'all' })} />}
          cards={<StaffOrderCards {...rows} />}
          table={<StaffOrdersTable {...rows} />}
          link={({ page, label, current, children }) => (
            <Link
              to="/admin"
              search={changeStaffSearch(search, { page })}
              aria-label={label}
              aria-current={current ? 'page' : undefined}
            >
              {children}
            </Link>
          )}
        />
      </div>
      {open !== undefined && (
        <Suspense fallback={<aside className={styles.panel} aria-busy="true" />}>
          <StaffOrderPanel key={open} id={open} />
        </Suspense>
      )}
    </div>
  )
}

function waitingWords(count: number): string {
  return count === 0
    ? 'никто не ждёт'
    : `${count} ${new Intl.PluralRules('ru-RU').select(count) === 'one' ? 'ждёт' : 'ждут'} действия`
}

function NoOrders({ search, onShowAll }: { search: StaffSearch; onShowAll: () => void }) {
  const narrowed = search.state ?? search.warehouse ?? search.period ?? search.query
  if (narrowed === undefined && search.scope === undefined) {
    return (
      <EmptyState title="Никто не ждёт" action={<Button onClick={onShowAll}>Все заказы</Button>}>
        Новые заказы появятся здесь сами
      </EmptyState>
    )
  }
  return (
    <EmptyState title={noOrdersTitle} action={<Button onClick={onShowAll}>Показать все</Button>}>
      Измените условия или посмотрите все заказы
    </EmptyState>
  )
}
