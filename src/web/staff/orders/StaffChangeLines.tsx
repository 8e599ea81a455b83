import { QuantitiesForm } from '#web/parts/order-lines/QuantitiesForm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { withBuyerNotified } from './row-texts.ts'
import { useStaffChange, type StaffOrder } from './use-staff-orders.ts'

/** Staff reduce lines of an order; the buyer is notified. */
export function StaffChangeLines({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const notify = useNotify()
  const change = useStaffChange(order, ({ status }) =>
    notify({
      tone: 'ok',
      text: withBuyerNotified(`Заказ ${order.numberOrder} изменён: ${status}`),
      fadeMs: 3000,
    }),
  )
  return (
    <QuantitiesForm
      lines={order.products}
      showsPrices
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onSave={(lines) => change.mutate({ lines }, { onSuccess: onClose })}
    />
  )
}
