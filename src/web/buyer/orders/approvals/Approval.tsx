import { lazy, Suspense, useState } from 'react'
import type { OrderDetails } from '#shared/api/orders.ts'
import { awaitingApproval } from '#shared/rules/order-states.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { ApprovalFailure } from './ApprovalFailure.tsx'
import { reasonText, useDecide } from './use-approvals.ts'

const RefusalDialog = lazy(() => import('./RefusalDialog.tsx').then((module) => ({ default: module.RefusalDialog })))

/** Note of an order waiting for approval, with buttons for the head. */
export function Approval({ order }: { order: OrderDetails }) {
  const [refusing, setRefusing] = useState(false)
  const approve = useDecide(order)
  if (order.state !== awaitingApproval) return null
  const reason = order.history.findLast(({ state, comment }) => state === awaitingApproval && comment !== '')?.comment
  if (!order.may.approve)
    return <Note tone="warn">Заказ ждёт согласования руководителем. Товар за ним зарезервирован.</Note>
  return (
    <>
      <Note
        tone="warn"
        action={
          <span className="row wrap">
            <Button variant="danger" disabled={approve.isPending} onClick={() => setRefusing(true)}>
              Отказать
            </Button>
            <Button variant="primary" busy={approve.isPending} onClick={() => approve.mutate({})}>
              Согласовать
            </Button>
          </span>
        }
      >
        <b className="bold">Заказ ждёт вашего согласования.</b> {reasonText(reason)}
      </Note>
      {approve.error && <ApprovalFailure error={approve.error} />}
      {refusing && (
        <Suspense>
          <RefusalDialog order={order} onClose={() => setRefusing(false)} />
        </Suspense>
      )}
    </>
  )
}
