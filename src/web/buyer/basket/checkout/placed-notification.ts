import { awaitsApprovalTitle } from '#shared/rules/order-titles.ts'
import type { Notification } from '#web/ui/notifications.tsx'
import type { PlacedOrder } from './use-place-order.ts'

/** Notification of a placed order; one that waits for approval has not been sent to the supplier yet. */
export function placedNotification({ numberOrder, awaits }: Pick<PlacedOrder, 'numberOrder' | 'awaits'>): Notification {
  if (awaits === null) return { tone: 'ok', text: `Заказ ${numberOrder} оформлен`, fadeMs: 3000 }
  const approversText = awaits.length === 0 ? 'Согласует руководитель организации' : `Согласует ${awaits.join(' или ')}`
  return {
    tone: 'ok',
    title: awaitsApprovalTitle(numberOrder),
    text: `${approversText}. Товар в резерве`,
    fadeMs: 8000,
  }
}
