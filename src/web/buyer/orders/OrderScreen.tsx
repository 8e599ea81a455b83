import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { OrderDetails } from '#shared/api/orders.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { dateTime, shortDateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { OrderStateTag } from '#web/parts/order-lines/OrderStateTag.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Steps } from '#web/ui/page/Steps.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Approval } from './approvals/Approval.tsx'
import { DocumentsCard, invoiceOf } from './DocumentsCard.tsx'
import { DeliveryCard, HistoryCard, PaymentCard } from './OrderCardsAside.tsx'
import { OrderLines } from './OrderLines.tsx'
import { orderSteps } from './order-steps.ts'
import styles from './order.module.css'

const ChangeLines = lazy(() => import('./ChangeLines.tsx').then((module) => ({ default: module.ChangeLines })))
const CancelDialog = lazy(() => import('./CancelDialog.tsx').then((module) => ({ default: module.CancelDialog })))

/** One order: steps, lines, payment, delivery. */
export function OrderScreen({
  order,
  showsPrices,
  hasInvoice,
  invoiceHidden,
  repeat,
  claims,
}: {
  order: OrderDetails
  showsPrices: boolean
  /** Whether an invoice is available: it shows the contract's own prices. */
  hasInvoice: boolean
  invoiceHidden: boolean
  repeat?: ReactNode
  /** Claims of the order. */
  claims?: ReactNode
}) {
  const [cancelling, setCancelling] = useState(false)
  const [changing, setChanging] = useState(false)
  const { cancel, askToCancel, change } = order.may
  return (
    <Page
      above={
        <>
          <Link to="/orders" className="no-print">
            <Icon name="back" />
            Заказы
          </Link>
          {originOf(order)}
        </>
      }
      title={`Заказ ${order.numberOrder}`}
      extra={
        <span className={styles.tags}>
          <OrderStateTag state={order.state} status={order.status} />
          {showsPrices && order.payment.startsWith('Просрочен') && <Tag tone="bad">{order.payment}</Tag>}
        </span>
      }
      actions={
        <span className="row wrap no-print">
          {repeat}
          {hasInvoice && (
            <FileLink className={buttonClass()} href={invoiceOf(order)}>
              <Icon name="download" />
              Счёт, PDF
            </FileLink>
          )}
          {change && !changing && (
            <Button icon="edit" onClick={() => setChanging(true)}>
              Изменить
            </Button>
          )}
          {(cancel || askToCancel) && (
            <Button variant="danger" onClick={() => setCancelling(true)}>
              {cancel ? 'Отменить заказ' : 'Попросить отмену'}
            </Button>
          )}
          <Button icon="print" onClick={() => print()}>
            Печать
          </Button>
        </span>
      }
    >
      <Approval order={order} />
      {order.cancel_requested && (
        <Note tone="warn">Вы попросили отменить заказ: он уже собирается, решение за менеджером.</Note>
      )}
      <Steps
        label="Ход заказа"
        steps={orderSteps(order).map(({ at, author, ...step }) => ({
          ...step,
          below: at && [shortDateTime(at), author].filter(Boolean).join(', '),
        }))}
      />
      <div className={styles.columns}>
        {change && changing ? (
          <Suspense fallback={<OrderLines order={order} showsPrices={showsPrices} />}>
            <ChangeLines order={order} showsPrices={showsPrices} onClose={() => setChanging(false)} />
          </Suspense>
        ) : (
          <OrderLines order={order} showsPrices={showsPrices} />
        )}
        <div className={styles.aside}>
          {showsPrices && <PaymentCard order={order} />}
          <DeliveryCard order={order} showsPrices={showsPrices} />
          <DocumentsCard order={order} hasInvoice={hasInvoice} invoiceHidden={invoiceHidden} />
          {claims}
          <HistoryCard order={order} />
        </div>
      </div>
      {cancelling && (
        <Suspense>
          <CancelDialog order={order} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function originOf({ created_at, account, client_number, contract }: OrderDetails): string {
  return [
    `от ${dateTime(created_at)}`,
    account,
    client_number && `ваш № ${client_number}`,
    `договор № ${contract.number}`,
    contract.contragent,
  ]
    .filter(Boolean)
    .join(' · ')
}
