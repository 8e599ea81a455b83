import { Link } from '@tanstack/react-router'
import type { OrderSummary } from '#shared/api/orders.ts'
import { day, price } from '#web/ui/format.ts'
import { OrderStateTag, PaymentText } from '#web/parts/order-lines/OrderStateTag.tsx'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import styles from './orders.module.css'

type OrdersTableProps = {
  orders: readonly OrderSummary[] | undefined
  isRefreshing: boolean
  showsPrices: boolean
  rowsPerPage: number
}

export function OrdersTable({ orders, isRefreshing, showsPrices, rowsPerPage }: OrdersTableProps) {
  return (
    <div className={styles.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || orders === undefined}
      >
        <caption className="unseen">Заказы</caption>
        <colgroup>
          <col style={{ width: 112 }} />
          <col style={{ width: 84 }} />
          <col />
          <col style={{ width: 134 }} />
          {showsPrices && <col style={{ width: 116 }} />}
          <col style={{ width: 56 }} />
          <col style={{ width: 150 }} />
          <col style={{ width: 84 }} />
          {showsPrices && <col style={{ width: 108 }} />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Заказ</th>
            <th scope="col">Дата</th>
            <th scope="col">Договор</th>
            <th scope="col">Состояние</th>
            {showsPrices && <th scope="col">Оплата</th>}
            <th scope="col" className={table.number}>
              Строк
            </th>
            <th scope="col">Доставка</th>
            <th scope="col">К дате</th>
            {showsPrices && (
              <th scope="col" className={table.number}>
                Сумма, ₽
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {orders ? (
            orders.map((order) => <Row key={order.id} order={order} showsPrices={showsPrices} />)
          ) : (
            <SkeletonRows rows={rowsPerPage} columns={showsPrices ? 9 : 7} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function Row({ order, showsPrices }: { order: OrderSummary; showsPrices: boolean }) {
  return (
    <tr className={list.open}>
      <td>
        <Link
          to="/orders/$id"
          params={{ id: String(order.id) }}
          className={list.link}
          data-row=""
          onKeyDown={moveRowFocus}
        >
          {order.numberOrder}
        </Link>
      </td>
      <td className="dim">{day(order.created_at)}</td>
      <td>
        № {order.contract.number} <span className="dim">· {order.contract.contragent}</span>
        {order.client_number && <span className="dim"> · ваш № {order.client_number}</span>}
      </td>
      <td>
        <OrderStateTag state={order.state} status={order.status} />
      </td>
      {showsPrices && (
        <td>
          <PaymentText payment={order.payment} state={order.state} />
        </td>
      )}
      <td className={table.number}>{order.lines}</td>
      <td className="dim">{order.delivery}</td>
      <td className="dim">{order.date ?? '–'}</td>
      {showsPrices && <td className={`${table.number} ${table.strong}`}>{price(order.sum)}</td>}
    </tr>
  )
}
