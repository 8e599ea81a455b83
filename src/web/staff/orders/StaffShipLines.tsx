import { milli, units } from '#shared/rules/money.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { QuantitiesForm } from '#web/parts/order-lines/QuantitiesForm.tsx'
import { withBuyerNotified } from './row-texts.ts'
import { useShipOrder, type StaffOrder } from './use-staff-orders.ts'

type Line = StaffOrder['products'][number]

/** Unshipped lines of an order, shipped in full or in part; the buyer is notified of the missing goods. */
export function StaffShipLines({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const notify = useNotify()
  const ship = useShipOrder(order, ({ status }) => {
    notify({ tone: 'ok', text: withBuyerNotified(`Заказ ${order.numberOrder}: ${status}`), fadeMs: 3000 })
    onClose()
  })
  return (
    <QuantitiesForm
      action="ship"
      lines={order.products
        .filter(({ cancel }) => !cancel)
        .map(unshippedOf)
        .filter(({ qnt }) => qnt > 0)}
      showsPrices={false}
      busy={ship.isPending}
      error={ship.error}
      onClose={onClose}
      onSave={(toShip) =>
        ship.mutate(toShip.map(({ line, qnt }) => ({ line, qnt: units(milli(shippedOf(order, line)) + milli(qnt)) })))
      }
    />
  )
}

/** The rest of a line. Shipped quantities need not be multiples of the step. */
function unshippedOf(line: Line): Line {
  const qnt = units(milli(line.qnt) - milli(line.shipping))
  return { ...line, qnt, step: 1, decimals: Number.isInteger(qnt) ? 0 : 2 }
}

function shippedOf({ products }: StaffOrder, position: number): number {
  return products.find(({ line }) => line === position)?.shipping ?? 0
}
