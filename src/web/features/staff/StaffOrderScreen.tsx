import { Link } from '@tanstack/react-router'
import { counted, money, moment } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { OrderStateTag, PaymentText } from '#web/ui/OrderStateTag.tsx'
import { Card, CardBody, Page } from '#web/ui/Page.tsx'
import { AttentionNote } from './AttentionNote.tsx'
import { BuyerFacts } from './BuyerFacts.tsx'
import { Decision } from './Decision.tsx'
import { StockCards } from './StockCards.tsx'
import { StockLines } from './StockLines.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { StaffOrder } from './use-staff-orders.ts'
import styles from './staff.module.css'

/** One order for staff, on a page of its own: every line with its stock, the history, the decision. */
export function StaffOrderScreen({ order }: { order: StaffOrder }) {
  const phone = usePhone()
  return (
    <Page
      above={
        <Link to="/admin" className="no-print">
          <Icon name="back" />
          Заказы
        </Link>
      }
      title={`Заказ ${order.numberOrder}`}
      beside={<OrderStateTag state={order.state} status={order.status} />}
    >
      <AttentionNote order={order} />
      <div className={styles.columns}>
        <div className="column">
          {phone ? <StockCards order={order} /> : <StockLines order={order} full />}
          <p className="row">
            <span className="dim">{counted(order.products.length, ['строка', 'строки', 'строк'])}</span>
            <span className="grow" />
            {order.delivery_price !== null && order.delivery_price > 0 && <span className="dim">в том числе доставка {money(order.delivery_price)}</span>}
            <PaymentText payment={order.payment} state={order.state} />
            <b className={styles.total}>{money(order.sum)}</b>
          </p>
        </div>
        <div className={styles.aside}>
          <Card title="Покупатель">
            <CardBody>
              <BuyerFacts order={order} />
            </CardBody>
          </Card>
          <Card title="Решение">
            <Decision key={order.id} order={order} />
          </Card>
          <Card title="История">
            <CardBody>
              <ul className={styles.history}>
                {order.history.map(({ at, status, author, comment }) => (
                  <li key={`${at}-${status}`}>
                    <div>{status}</div>
                    <div className="small dim">
                      {moment(at)} · {author}
                    </div>
                    {comment}
                  </li>
                ))}
              </ul>
            </CardBody>
          </Card>
        </div>
      </div>
    </Page>
  )
}
