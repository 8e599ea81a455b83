import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx'
import { orderCancelled } from '#web/parts/order-lines/action-texts.ts'
import { useDecide } from './use-approvals.ts'

/** Refuses an order with a reason that the employee sees. */
export function RefusalDialog({ order, onClose }: { order: { id: number; numberOrder: string }; onClose: () => void }) {
  const refuse = useDecide(order)
  return (
    <ReasonDialog
      title={`Отказать в согласовании заказа ${order.numberOrder}?`}
      hint="Её увидит сотрудник"
      actionLabel="Отказать"
      busy={refuse.isPending}
      error={refuse.error?.message}
      onClose={onClose}
      onSubmit={(reason) => refuse.mutate({ reason }, { onSuccess: onClose })}
    >
      {`${orderCancelled}.`}
    </ReasonDialog>
  )
}
