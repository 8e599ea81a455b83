import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import type { CurrentDelivery } from './current-delivery.ts'
import { useLoadDelivery, type StaffOrder } from './use-staff-orders.ts'

const DeliveryDialog = lazy(() => import('./DeliveryDialog.tsx').then((module) => ({ default: module.DeliveryDialog })))

/** Button that opens the delivery dialog; nothing if the delivery cannot be changed. */
export function ChangeDelivery({ order }: { order: StaffOrder }) {
  const [current, setCurrent] = useState<CurrentDelivery>()
  const load = useLoadDelivery(order.id)
  const notify = useNotify()

  async function variant() {
    return load.mutateAsync().catch((error: unknown) => {
      notify({ tone: 'bad', text: error instanceof Error ? error.message : String(error) })
      return undefined
    })
  }

  return (
    <>
      {order.changeable && (
        // Stays enabled while loading: the dialog returns the focus to it.
        <Button
          small
          icon="edit"
          className="no-print"
          aria-label="Изменить доставку"
          aria-busy={load.isPending || undefined}
          onClick={() => void (load.isPending || variant().then(setCurrent))}
        >
          Изменить
        </Button>
      )}
      {current && (
        <Suspense>
          <DeliveryDialog order={order} loaded={current} onReload={variant} onClose={() => setCurrent(undefined)} />
        </Suspense>
      )}
    </>
  )
}
