import { useState } from 'react'
import type { OrderDetails } from '#shared/api/orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { goodsReturn } from '#web/parts/order-lines/action-texts.ts'
import { useCancelOrder } from './use-orders.ts'

/** Asks for a reason, then cancels; for an order being picked it only requests the cancellation. */
export function CancelDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const cancel = useCancelOrder(order.id)
  const notify = useNotify()
  const atOnce = order.may.cancel

  function send() {
    cancel.mutate(reason.trim(), {
      onSuccess: ({ requested, status }) => {
        notify({
          tone: 'ok',
          text: requested ? 'Просьба об отмене отправлена менеджеру' : `Заказ ${order.numberOrder}: ${status}`,
          fadeMs: 3000,
        })
        onClose()
      },
    })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={atOnce ? `Отменить заказ ${order.numberOrder}?` : `Попросить отменить заказ ${order.numberOrder}?`}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Не отменять</Button>
          <Button variant="primary" busy={cancel.isPending} onClick={send}>
            {atOnce ? 'Отменить заказ' : 'Попросить отмену'}
          </Button>
        </>
      }
    >
      <div className="column">
        <p>
          {atOnce
            ? `${goodsReturn}. Вернуть заказ нельзя, его можно собрать заново.`
            : 'Заказ уже собирается. Отменит его менеджер, если товар ещё не отгружен.'}
        </p>
        <TextArea
          label="Причина"
          hint="Необязательно. Её увидит менеджер"
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={cancel.error?.message}
        />
      </div>
    </Modal>
  )
}
