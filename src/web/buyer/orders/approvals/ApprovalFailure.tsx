import { refusalIn } from '#web/parts/order-reason/order-reason.ts'
import { OrderReason } from '#web/parts/order-reason/OrderReason.tsx'

/** Why an order cannot be approved now, with the documents to pay. */
export function ApprovalFailure({ error }: { error: Error }) {
  const reason = refusalIn(error)
  return <div role="alert">{reason ? <OrderReason reason={reason} /> : <p className="bad">{error.message}</p>}</div>
}
