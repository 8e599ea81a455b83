import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { QueuePanel } from '#web/ui/page/Queue.tsx'
import { withCount } from '#web/ui/format.ts'
import { OrderStateTag } from '#web/parts/order-lines/OrderStateTag.tsx'
import { OrderDecision } from '../OrderDecision.tsx'
import { BuyerFacts } from '../BuyerFacts.tsx'
import { AttentionNote } from '../AttentionNote.tsx'
import { StockLines } from '../stock/StockLines.tsx'
import { staffOrderQuery } from '../use-staff-orders.ts'
import styles from '../staff.module.css'

const linesShown = 8

/** The order beside the list: buyer, lines, stock, and one decision at the bottom. */
export function StaffOrderPanel({ id }: { id: number }) {
  const { data: order, error, refetch } = useQuery(staffOrderQuery(id))
  if (!order)
    return (
      <QueuePanel label="Заказ" busy={!error}>
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
      </QueuePanel>
    )
  const left = order.products.length - linesShown
  return (
    <QueuePanel label={`Заказ ${order.numberOrder}`} footer={<OrderDecision order={order} />}>
      <div className="row">
        <h2 className={styles.name}>Заказ {order.numberOrder}</h2>
        <OrderStateTag state={order.state} status={order.status} />
        <span className="grow" />
        <Link to="/admin/orders/$id" params={{ id: String(id) }} className={buttonClass({ small: true })}>
          Открыть
        </Link>
      </div>
      <BuyerFacts order={order} delivery />
      <AttentionNote order={order} />
      <StockLines order={order} max={linesShown} />
      {left > 0 && (
        <Link to="/admin/orders/$id" params={{ id: String(id) }} className="small">
          Ещё {withCount(left, ['строка', 'строки', 'строк'])}
        </Link>
      )}
    </QueuePanel>
  )
}
