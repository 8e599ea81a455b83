import { Link } from '@tanstack/react-router'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { OrderStateTag } from '#web/parts/order-lines/OrderStateTag.tsx'
import { price, shortDateTime } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { usePhone } from '#web/ui/use-phone.ts'
import styles from './customers.module.css'

type Order = CustomerDetails['orders'][number]

type CardProps = { customer: CustomerDetails; isLinked: boolean }

export function OrdersCard({ customer: { orders, figures, contragents }, isLinked }: CardProps) {
  const phone = usePhone()
  const inn = contragents[0]?.inn ?? ''
  return (
    <Card
      title="Последние заказы"
      extra={
        isLinked &&
        figures.orders > orders.length &&
        inn !== '' && (
          <Link to="/admin" search={{ scope: 'all', query: inn }}>
            Все {figures.orders}
          </Link>
        )
      }
    >
      {orders.length === 0 ? (
        <EmptyState title="Заказов ещё не было">Напишите владельцу: возможно, нужна помощь с первым заказом</EmptyState>
      ) : phone ? (
        <ul className={`${list.cards} ${styles.inside}`}>
          {orders.map((order) => (
            <li key={order.id} className={list.card}>
              <span className={styles.cardTitle}>
                <OrderLink order={order} isLinked={isLinked} />
                <OrderStateTag state={order.state} status={order.state_header} />
              </span>
              <span className={styles.cardSums}>
                <b className="bold">{price(order.sum)} ₽</b>
                <span className="small dim">
                  {shortDateTime(order.created_at)} · {order.placed_by}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Table orders={orders} isLinked={isLinked} />
      )}
    </Card>
  )
}

function Table({ orders, isLinked }: { orders: readonly Order[]; isLinked: boolean }) {
  return (
    <table className={`${table.table} ${styles.orders}`}>
      <caption className="unseen">Последние заказы</caption>
      <colgroup>
        <col style={{ width: 104 }} />
        <col style={{ width: 104 }} />
        <col style={{ width: '16%' }} />
        <col />
        <col style={{ width: 150 }} />
        <col style={{ width: 120 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Заказ</th>
          <th scope="col">Когда</th>
          <th scope="col">Договор</th>
          <th scope="col">Заказал</th>
          <th scope="col">Состояние</th>
          <th scope="col" className={table.number}>
            Сумма, ₽
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderLink order={order} isLinked={isLinked} />
            </td>
            <td className="dim">{shortDateTime(order.created_at)}</td>
            <td title={`№ ${order.contract}`}>№ {order.contract}</td>
            <td title={order.placed_by}>{order.placed_by}</td>
            <td>
              <OrderStateTag state={order.state} status={order.state_header} />
            </td>
            <td className={`${table.number} ${table.strong}`}>{price(order.sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OrderLink({ order: { id, number }, isLinked }: { order: Order; isLinked: boolean }) {
  if (!isLinked) return <b className="bold">{number}</b>
  return (
    <Link to="/admin/orders/$id" params={{ id: String(id) }} className="bold">
      {number}
    </Link>
  )
}
