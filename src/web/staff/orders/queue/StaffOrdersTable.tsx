import type { StaffOrderSummary } from '#shared/api/staff/orders.ts'
import { price } from '#web/ui/format.ts'
import { OrderStateTag } from '#web/parts/order-lines/OrderStateTag.tsx'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Attention } from './Attention.tsx'
import { OrderLink } from '../OrderLink.tsx'
import { warehousesText, timeText } from '../row-texts.ts'
import type { StaffOrdersSearch } from '../staff-url.ts'

export type StaffRows = {
  orders: readonly StaffOrderSummary[] | undefined
  isRefreshing: boolean
  search: StaffOrdersSearch
  isSplit: boolean
}

export function StaffOrdersTable({ orders, isRefreshing, search, isSplit }: StaffRows) {
  const now = useNow(60_000)
  return (
    <table
      className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
      aria-busy={isRefreshing || orders === undefined}
    >
      <caption className="unseen">Заказы</caption>
      <colgroup>
        <col style={{ width: 100 }} />
        <col style={{ width: 54 }} />
        <col />
        <col style={{ width: 128 }} />
        <col style={{ width: 92 }} />
        <col style={{ width: 68 }} />
        <col style={{ width: 48 }} />
        <col style={{ width: 124 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Заказ</th>
          <th scope="col" aria-sort="descending">
            Когда ↓
          </th>
          <th scope="col">Покупатель</th>
          <th scope="col">Состояние</th>
          <th scope="col" className={table.number}>
            Сумма, ₽
          </th>
          <th scope="col">Склад</th>
          <th scope="col" className={table.number}>
            Строк
          </th>
          <th scope="col">Внимание</th>
        </tr>
      </thead>
      <tbody>
        {orders ? (
          orders.map((order) => (
            <tr key={order.id} className={list.open} data-on={search.order === order.id || undefined}>
              <td>
                <OrderLink order={order} search={search} isSplit={isSplit} />
              </td>
              <td className="dim">{timeText(order.created_at, now)}</td>
              <td title={`${order.organisation}, ИНН ${order.inn}`}>{order.organisation}</td>
              <td>
                <OrderStateTag state={order.state} status={order.status} />
              </td>
              <td className={`${table.number} ${table.strong}`}>{price(order.sum)}</td>
              <td className="dim" title={order.warehouses.join(', ')}>
                {warehousesText(order.warehouses)}
              </td>
              <td className={table.number}>{order.lines}</td>
              <td title={order.attention}>{order.attention !== '' && <Attention text={order.attention} />}</td>
            </tr>
          ))
        ) : (
          <SkeletonRows rows={12} columns={8} />
        )}
      </tbody>
    </table>
  )
}
