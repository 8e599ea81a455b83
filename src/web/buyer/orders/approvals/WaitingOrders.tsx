import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { AwaitingOrder } from '#shared/api/approvals.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount, dateTime, money } from '#web/ui/format.ts'
import { ApprovalFailure } from './ApprovalFailure.tsx'
import { reasonText, useDecide } from './use-approvals.ts'
import styles from './approvals.module.css'

const RefusalDialog = lazy(() => import('./RefusalDialog.tsx').then((module) => ({ default: module.RefusalDialog })))

export function WaitingOrders({ orders }: { orders: readonly AwaitingOrder[] }) {
  return (
    <ul className={styles.waitingOrders} aria-label="Заказы на согласовании">
      {orders.map((order) => (
        <WaitingOrder key={order.id} order={order} />
      ))}
    </ul>
  )
}

function WaitingOrder({ order }: { order: AwaitingOrder }) {
  const [refusing, setRefusing] = useState(false)
  const decide = useDecide(order)
  const { id, numberOrder, account, contract, created_at, lines, sum, reason, delivery, date } = order
  return (
    <li>
      <div className={styles.facts}>
        <div className="row wrap">
          <Link to="/orders/$id" params={{ id: String(id) }} className="bold">
            Заказ {numberOrder}
          </Link>
          <b className="bold nowrap">{money(sum)}</b>
          <span className="dim">{withCount(lines, ['строка', 'строки', 'строк'])}</span>
        </div>
        <div className="muted">
          {account} · {dateTime(created_at)} · договор № {contract.number}, {contract.contragent} · {delivery}
          {date && `, ${date}`}
        </div>
        <div className="warn">{reasonText(reason)}</div>
        {decide.error && <ApprovalFailure error={decide.error} />}
      </div>
      <div className={styles.actions}>
        <Button
          variant="danger"
          disabled={decide.isPending}
          aria-label={`Отказать: заказ ${numberOrder}`}
          onClick={() => setRefusing(true)}
        >
          Отказать
        </Button>
        <Button
          variant="primary"
          busy={decide.isPending}
          aria-label={`Согласовать: заказ ${numberOrder}`}
          onClick={() => decide.mutate({})}
        >
          Согласовать
        </Button>
      </div>
      {refusing && (
        <Suspense>
          <RefusalDialog order={order} onClose={() => setRefusing(false)} />
        </Suspense>
      )}
    </li>
  )
}
