import type { OrderDetails } from '#shared/api/orders.ts'
import { QuantitiesForm } from '#web/parts/order-lines/QuantitiesForm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useChangeOrder } from './use-orders.ts'

/** Form for reducing lines of the order; shows a concurrent change and keeps the input. */
export function ChangeLines({
  order,
  showsPrices,
  onClose,
}: {
  order: OrderDetails
  showsPrices: boolean
  onClose: () => void
}) {
  const notify = useNotify()
  const change = useChangeOrder(order, ({ status }) =>
    notify({ tone: 'ok', text: `Заказ ${order.numberOrder} изменён: ${status}`, fadeMs: 3000 }),
  )
  return (
    <QuantitiesForm
      lines={order.products}
      showsPrices={showsPrices}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onSave={(lines) => change.mutate(lines, { onSuccess: onClose })}
    />
  )
}
