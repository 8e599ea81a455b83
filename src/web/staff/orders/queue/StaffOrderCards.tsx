import { withCount, money } from '#web/ui/format.ts'
import { OrderStateTag } from '#web/parts/order-lines/OrderStateTag.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Attention } from './Attention.tsx'
import { OrderLink } from '../OrderLink.tsx'
import { warehousesText, timeText } from '../row-texts.ts'
import type { StaffRows } from './StaffOrdersTable.tsx'

export function StaffOrderCards({ orders, isRefreshing, search, isSplit }: StaffRows) {
  const now = useNow(60_000)
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Заказы"
      aria-busy={isRefreshing || orders === undefined}
    >
      {orders
        ? orders.map((order) => (
            <li key={order.id} className={`${list.card} ${list.open}`}>
              <div className="row">
                <OrderLink order={order} search={search} isSplit={isSplit} />
                <span className="dim">{timeText(order.created_at, now)}</span>
                <span className="grow" />
                <OrderStateTag state={order.state} status={order.status} />
              </div>
              <div className="row">
                <span className="clip">{order.organisation}</span>
                <span className="grow" />
                <b className="bold nowrap">{money(order.sum)}</b>
              </div>
              <div className="row small">
                <span className="dim clip">
                  {withCount(order.lines, ['строка', 'строки', 'строк'])} · {warehousesText(order.warehouses)}
                </span>
                <span className="grow" />
                {order.attention !== '' && <Attention text={order.attention} />}
              </div>
            </li>
          ))
        : [1, 2, 3, 4, 5, 6].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={58} />
            </li>
          ))}
    </ul>
  )
}
