import { useNotify } from '#web/ui/notifications.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { useRefuseOrder } from './use-orders.ts'

/** An order is refused with a reason, which the employee reads. */
export function RefuseDialog({ order, onClose }: { order: { id: number; numberOrder: string }; onClose: () => void }) {
  const refuse = useRefuseOrder(order.id)
  const notify = useNotify()
  return (
    <ReasonDialog
      title={`Отказать в согласовании заказа ${order.numberOrder}?`}
      hint="Её увидит сотрудник"
      deed="Отказать"
      busy={refuse.isPending}
      error={refuse.error?.message}
      onClose={onClose}
      onGive={(reason) =>
        refuse.mutate(reason, {
          onSuccess: () => {
            notify({ tone: 'ok', text: `Заказ ${order.numberOrder} не согласован`, fadeMs: 3000 })
            onClose()
          },
        })}
    >
      Заказ будет отменён, товары вернутся в продажу.
    </ReasonDialog>
  )
}
