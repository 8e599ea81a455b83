import { done } from '#shared/rules/order-states.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { handoverText } from './handover.ts'
import { useHandOver, type StaffOrder } from './use-staff-orders.ts'

/** Export state of the order in 1C, with a button to export it again. */
export function HandOver({ order }: { order: StaffOrder }) {
  const again = useHandOver(order.id)
  const notify = useNotify()
  const { state } = order.handover
  return (
    <span className="row wrap">
      {handoverText(order)}
      {(state === 'given' || state === 'confirmed') && order.state !== done && (
        <Button
          small
          busy={again.isPending}
          onClick={() =>
            again.mutate(undefined, {
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
