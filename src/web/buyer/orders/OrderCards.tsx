import { Link } from '@tanstack/react-router'
import type { OrderSummary } from '#shared/api/orders.ts'
import { withCount, day, money } from '#web/ui/format.ts'
import { OrderStateTag, PaymentText } from '#web/parts/order-lines/OrderStateTag.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { lineForms } from './texts.ts'

type OrderCardsProps = { orders: readonly OrderSummary[] | undefined; isRefreshing: boolean; showsPrices: boolean }

/** The rows as cards on a phone. */
export function OrderCards({ orders, isRefreshing, showsPrices }: OrderCardsProps) {
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Заказы"
      aria-busy={isRefreshing || orders === undefined}
    >
      {orders
        ? orders.map((order) => <OrderCard key={order.id} order={order} showsPrices={showsPrices} />)
        : [1, 2, 3, 4, 5].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={58} />
            </li>
          ))}
    </ul>
  )
}

function OrderCard({ order, showsPrices }: { order: OrderSummary; showsPrices: boolean }) {
  return (
    <li className={`${list.card} ${list.open}`}>
      <div className="row">
        <Link to="/orders/$id" params={{ id: String(order.id) }} className={list.link}>
          {order.numberOrder}
        </Link>
        <span className="dim">{day(order.created_at)}</span>
        <span className="grow" />
        <OrderStateTag state={order.state} status={order.status} />
      </div>
      <div className="row">
        <span className="dim clip">
          № {order.contract.number} · {order.contract.contragent}
        </span>
        <span className="grow" />
        {showsPrices && <b className="bold nowrap">{money(order.sum)}</b>}
      </div>
      <div className="row small">
        <span className="dim clip">
          {withCount(order.lines, lineForms)} · {order.delivery}
          {order.date && `, ${order.date}`}
        </span>
        <span className="grow" />
        {showsPrices && <PaymentText payment={order.payment} state={order.state} />}
      </div>
    </li>
  )
}
