import { CallError } from '#web/api/client.ts'
import { QuantitiesForm } from '#web/parts/order-lines/QuantitiesForm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useStaffChange, type StaffOrder } from './use-staff-orders.ts'

/** Staff reduce lines of an order; the buyer is notified. */
export function StaffChangeLines({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const notify = useNotify()
  const change = useStaffChange(order, ({ status }) =>
    notify({
      tone: 'ok',
      text: `Заказ ${order.numberOrder} изменён: ${status}. Покупатель узнает об этом`,
      fadeMs: 3000,
    }),
  )
  const conflict = change.error instanceof CallError && change.error.status === 409
  return (
    <QuantitiesForm
      lines={order.products}
      showsPrices
      busy={change.isPending}
      error={
        conflict ? 'Пока вы правили, заказ изменили. Проверьте строки и сохраните ещё раз.' : change.error?.message
      }
      onClose={onClose}
      onSave={(lines) => change.mutate({ lines }, { onSuccess: onClose })}
    />
  )
}
