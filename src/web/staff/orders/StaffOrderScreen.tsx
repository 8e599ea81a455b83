import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { staffOrderInvoice, staffOrderSheet } from '#shared/api/files.ts'
import { isBilled } from '#shared/rules/order-states.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { withCount, money, dateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { OrderStateTag, PaymentText } from '#web/parts/order-lines/OrderStateTag.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { AttentionNote } from './AttentionNote.tsx'
import { BuyerFacts } from './BuyerFacts.tsx'
import { OrderDecision } from './OrderDecision.tsx'
import { DeliveryFacts } from './DeliveryFacts.tsx'
import { StockCards } from './stock/StockCards.tsx'
import { StockLines } from './stock/StockLines.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { StaffOrder } from './use-staff-orders.ts'
import styles from './staff.module.css'

const StaffChangeLines = lazy(() =>
  import('./StaffChangeLines.tsx').then((module) => ({ default: module.StaffChangeLines })),
)
const StaffShipLines = lazy(() => import('./StaffShipLines.tsx').then((module) => ({ default: module.StaffShipLines })))

/** The page of one order for staff: lines with stock, history, decision. */
export function StaffOrderScreen({
  order,
  shipping,
  onShip,
}: {
  order: StaffOrder
  shipping: boolean
  onShip: (shipping: boolean) => void
}) {
  const phone = usePhone()
  const [changing, setChanging] = useState(false)
  const ships = shipping && order.shippable
  const lines = phone ? <StockCards order={order} /> : <StockLines order={order} full />
  return (
    <Page
      above={
        <Link to="/admin" className="no-print">
          <Icon name="back" />
          Заказы
        </Link>
      }
      title={`Заказ ${order.numberOrder}`}
      extra={<OrderStateTag state={order.state} status={order.status} />}
      actions={
        <span className="row wrap no-print">
          {order.shippable && !ships && (
            <Button icon="check" onClick={() => onShip(true)}>
              Отгрузить
            </Button>
          )}
          {order.changeable && !changing && !ships && (
            <Button icon="edit" onClick={() => setChanging(true)}>
              Изменить строки
            </Button>
          )}
          {isBilled(order.state) && (
            <FileLink className={buttonClass()} href={endpointAddress(staffOrderInvoice, { id: order.id })}>
              <Icon name="download" />
              Счёт, PDF
            </FileLink>
          )}
          <FileLink className={buttonClass()} href={endpointAddress(staffOrderSheet, { id: order.id })}>
            <Icon name="download" />
            XLSX
          </FileLink>
        </span>
      }
    >
      <AttentionNote order={order} />
      <div className={styles.columns} data-working={ships || changing || undefined}>
        <div className="column">
          {ships ? (
            <Suspense fallback={lines}>
              <StaffShipLines order={order} onClose={() => onShip(false)} />
            </Suspense>
          ) : changing && order.changeable ? (
            <Suspense fallback={lines}>
              <StaffChangeLines order={order} onClose={() => setChanging(false)} />
            </Suspense>
          ) : (
            lines
          )}
          <p className="row">
            <span className="dim">{withCount(order.lines, ['строка', 'строки', 'строк'])}</span>
            <span className="grow" />
            {order.delivery_price !== null && order.delivery_price > 0 && (
              <span className="dim">в том числе доставка {money(order.delivery_price)}</span>
            )}
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
          <DeliveryFacts order={order} />
          <Card title="Решение">
            <OrderDecision key={order.id} order={order} />
          </Card>
          <Card title="История">
            <CardBody>
              <ul className={styles.history}>
                {order.history.map(({ at, status, author, comment }) => (
                  <li key={`${at}-${status}-${comment}`}>
                    <div>{status}</div>
                    <div className="small dim">
                      {dateTime(at)} · {author}
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
