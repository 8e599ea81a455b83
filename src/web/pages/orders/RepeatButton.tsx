import { repeatOrder } from '#shared/api/orders.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useRepeat } from '#web/pages/repeat/use-repeat.tsx'

/** Adds an order's goods to the basket of its contract and opens that basket [T.2, M.8]. */
export function RepeatButton({ orderId }: { orderId: number }) {
  const repeat = useRepeat((id: number) => call(repeatOrder, { id }), 'Заказ не повторён')
  return (
    <Button icon="cart" busy={repeat.isPending} onClick={() => repeat.mutate(orderId)}>
      Повторить
    </Button>
  )
}
