import { Link } from '@tanstack/react-router'
import { pageSizes } from '#shared/constants.ts'
import { noOrdersTitle } from '#web/parts/order-lines/no-orders.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/Page.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { OrderCards } from './OrderCards.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrdersTable } from './OrdersTable.tsx'
import { changeOrdersSearch, isValidOrdersPeriod, type OrdersSearch } from './orders-url.ts'
import { useOrders } from './use-orders.ts'

type OrdersScreenProps = {
  search: OrdersSearch
  contracts: readonly { id: number; number: string; contragent: string }[]
  showsPrices: boolean
  mayOrder: boolean
  onChange: (search: OrdersSearch) => void
}

const orderForms = ['заказ', 'заказа', 'заказов'] as const

/** Orders of the account's contracts, newest first, 10 per page [N.1]. Filters are in the URL. */
export function OrdersScreen({ search, contracts, showsPrices, mayOrder, onChange }: OrdersScreenProps) {
  const list = useOrders(search)
  const { data, isFetching } = list
  const change = (change: OrdersSearch) => onChange(changeOrdersSearch(search, change))
  const isInvalidPeriod = !isValidOrdersPeriod(search)
  const rows = { orders: data?.items, isRefreshing: isFetching && data !== undefined, showsPrices }
  return (
    <Page
      title="Заказы"
      extra={
        data &&
        !isInvalidPeriod && (
          <span className="dim">
            {withCount(data.pagination.total, orderForms)} · {data.startDate} – {data.endDate}
          </span>
        )
      }
    >
      <OrderFilters
        search={search}
        contracts={contracts}
        covered={data && { startDate: data.startDate, endDate: data.endDate }}
        onChange={change}
      />
      {!isInvalidPeriod && (
        <PagedList
          list={list}
          empty={<NoOrders search={search} mayOrder={mayOrder} onReset={() => onChange({})} />}
          cards={<OrderCards {...rows} />}
          table={<OrdersTable {...rows} rowsPerPage={pageSizes.orders} />}
          link={({ page, label, current, children }) => (
            <Link
              to="/orders"
              search={changeOrdersSearch(search, { page })}
              aria-label={label}
              aria-current={current ? 'page' : undefined}
            >
              {children}
            </Link>
          )}
        />
      )}
    </Page>
  )
}

function NoOrders({ search, mayOrder, onReset }: { search: OrdersSearch; mayOrder: boolean; onReset: () => void }) {
  const isFiltered = Object.keys(search).some((name) => name !== 'page')
  if (isFiltered) {
    return (
      <EmptyState title={noOrdersTitle} action={<Button onClick={onReset}>Сбросить фильтры</Button>}>
        Выберите другой период, договор или состояние
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="За последние 30 дней заказов нет"
      action={
        mayOrder && (
          <Link to="/catalog/{-$url}" params={{ url: undefined }} className={buttonClass({ variant: 'primary' })}>
            В каталог
          </Link>
        )
      }
    >
      Выберите период побольше{mayOrder && ' или соберите новый заказ'}
    </EmptyState>
  )
}
