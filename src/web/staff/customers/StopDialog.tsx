import type { CustomerContract } from '#shared/api/administration/customers.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useStopContract } from './use-customers.ts'

/** Stops new orders under a contract. */
export function StopDialog({ contract: { id, number }, onClose }: { contract: CustomerContract; onClose: () => void }) {
  const stop = useStopContract()
  const notify = useNotify()
  return (
    <ReasonDialog
      title={`Остановить заказы по договору № ${number}?`}
      hint="Покупатель прочтёт её над каталогом и при оформлении"
      actionLabel="Остановить"
      busy={stop.isPending}
      error={stop.error ? (fieldErrorsOf(stop.error).reason ?? stop.error.message) : undefined}
      onSubmit={(reason) =>
        stop.mutate(
          { id, stop: true, reason },
          {
            onSuccess: () => {
              notify({ tone: 'ok', text: `Заказы по договору № ${number} остановлены`, fadeMs: 5000 })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      Новые заказы оформить будет нельзя. Корзина, черновики и прайс-листы останутся, принятые заказы не изменятся.
    </ReasonDialog>
  )
}
