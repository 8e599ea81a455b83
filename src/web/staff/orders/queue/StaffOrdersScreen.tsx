import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { noOrdersTitle } from '#web/parts/order-lines/no-orders.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { Queue, QueuePanel, useSplitView, waitingCountText } from '#web/ui/page/Queue.tsx'
import { StaffFilters } from './StaffFilters.tsx'
import { StaffOrderCards } from './StaffOrderCards.tsx'
import { StaffOrdersTable } from './StaffOrdersTable.tsx'
import { changeStaffSearch, type StaffOrdersSearch } from '../staff-url.ts'
import { useStaffOrders } from '../use-staff-orders.ts'

const StaffOrderPanel = lazy(() =>
  import('./StaffOrderPanel.tsx').then((module) => ({ default: module.StaffOrderPanel })),
)

/** The order queue with reasons for attention, and the open order beside it. */
export function StaffOrdersScreen({
  search,
  onChange,
}: {
  search: StaffOrdersSearch
  onChange: (search: StaffOrdersSearch) => void
}) {
  const list = useStaffOrders(search)
  const { data, isFetching, isPlaceholderData } = list
  const isSplit = useSplitView()
  const openId = isSplit ? search.order : undefined
  const rows = { orders: data?.items, isRefreshing: isFetching && isPlaceholderData, search, isSplit }
  return (
    <Queue
      title="Заказы"
      countText={data && waitingCountText(data.counts.waiting)}
      search={
        <BarSearch
          key={search.query}
          label="Заказ, организация, ИНН, артикул"
          placeholder="Заказ, организация, ИНН, артикул"
          value={search.query ?? ''}
          onSearch={(query) => onChange(changeStaffSearch(search, { query, scope: 'all' }))}
        />
      }
      filters={
        <StaffFilters
          search={search}
          counts={data?.counts}
          warehouses={data?.warehouses ?? []}
          onChange={(change) => onChange(changeStaffSearch(search, change))}
        />
      }
      panel={
        openId !== undefined && (
          <Suspense fallback={<QueuePanel label="Заказ" busy />}>
            <StaffOrderPanel key={openId} id={openId} />
          </Suspense>
        )
      }
    >
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
    </Queue>
  )
}

function NoOrders({ search, onShowAll }: { search: StaffOrdersSearch; onShowAll: () => void }) {
  const isFiltered = search.state ?? search.warehouse ?? search.period ?? search.query
  if (isFiltered === undefined && search.scope === undefined) {
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
