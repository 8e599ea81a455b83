import { done } from '#shared/rules/order-states.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { exportStateText } from './export-state-text.ts'
import { useExportOrder, type StaffOrder } from './use-staff-orders.ts'

/** Export state of the order in 1C, with a button to export it again. */
export function ExportState({ order }: { order: StaffOrder }) {
  const exportAgain = useExportOrder(order.id)
  const notify = useNotify()
  const { state } = order.handover
  return (
    <span className="row wrap">
      {exportStateText(order)}
      {(state === 'given' || state === 'confirmed') && order.state !== done && (
        <Button
          small
          busy={exportAgain.isPending}
          onClick={() =>
            exportAgain.mutate(undefined, {
              onSuccess: () =>
                notify({
                  tone: 'ok',
                  text: `Заказ ${order.numberOrder} уйдёт в 1С при ближайшем обмене`,
                  fadeMs: 3000,
                }),
              onError: ({ message }) => notify({ tone: 'bad', text: message }),
            })
          }
        >
          Передать ещё раз
        </Button>
      )}
    </span>
  )
}
