import { CallError } from '#web/api/client.ts'
import { LowerLines } from '#web/ui/order-lines/LowerLines.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useStaffChange, type StaffOrder } from './use-staff-orders.ts'

/** The order's lines being lowered by staff; the buyer is told. */
export function StaffChangeLines({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const notify = useNotify()
  const change = useStaffChange(order, ({ status }) => notify({ tone: 'ok', text: `Заказ ${order.numberOrder} изменён: ${status}. Покупатель узнает об этом`, fadeMs: 3000 }))
  const conflict = change.error instanceof CallError && change.error.status === 409
  return (
    <LowerLines
      lines={order.products}
      showsPrices
      busy={change.isPending}
      error={conflict ? 'Пока вы правили, заказ изменили. Проверьте строки и сохраните ещё раз.' : change.error?.message}
      onClose={onClose}
      onSave={(lines) => change.mutate({ lines }, { onSuccess: onClose })}
    />
  )
}
