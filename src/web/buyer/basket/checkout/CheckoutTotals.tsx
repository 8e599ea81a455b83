import type { ReactNode } from 'react'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { includedVatText } from '#shared/rules/vat.ts'
import { CallError } from '#web/api/client.ts'
import { FreeDelivery } from '#web/parts/basket/FreeDelivery.tsx'
import { money, volume, weight } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { refusalIn } from '#web/parts/order-reason/order-reason.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { isUnanswered } from './use-place-order.ts'
import type { Totals } from '../lines.ts'
import styles from './checkout.module.css'

type TotalsProps = {
  totals: Totals
  delivery: number
  /** Free delivery threshold of the chosen method in roubles; null = none, or already reached. */
  freeFrom: number | null
  /** What is missing to lower prices. */
  sumHint: string | undefined
  error: Error | null
  pending: boolean
  /** The order was sent without an answer and is being retried. */
  isRefreshing: boolean
  /** Preview of the order and its button; empty if the account may not order. */
  children: ReactNode
}

/** Price, weight and margin of the order, and the sum missing for free delivery. */
export function CheckoutTotals({
  totals,
  delivery,
  freeFrom,
  sumHint,
  error,
  pending,
  isRefreshing,
  children,
}: TotalsProps) {
  const { sum, vat, vatPercent, margin, marginPercent } = totals
  return (
    <Card>
      <CardBody>
        <dl className={styles.sums}>
          {sum !== null && <Row name="Товары" value={money(sum)} />}
          {vat !== null && vat > 0 && <Row name={includedVatText(vatPercent)} value={money(vat)} />}
          {(totals.weight > 0 || totals.volume > 0) && (
            <Row
              name="Вес, объём"
              value={[totals.weight > 0 && weight(totals.weight), totals.volume > 0 && volume(totals.volume)]
                .filter(Boolean)
                .join(' · ')}
            />
          )}
          {margin !== null && marginPercent !== undefined && (
            <Row name="Ваша наценка по РРЦ" value={`${money(margin)} · ${marginPercent} %`} />
          )}
          {delivery > 0 && <Row name="Доставка" value={money(delivery)} />}
        </dl>
        <FreeDelivery sum={sum} from={freeFrom} className={styles.free} />
        {sumHint !== undefined && <div className={styles.free}>{sumHint}</div>}
        {sum !== null && (
          <div className={styles.total}>
            <span className="bold">Итого</span>
            <span className="grow" />
            <strong>{money(roubles(kopecks(sum) + kopecks(delivery)))}</strong>
          </div>
        )}
        {error && !pending && <Failure error={error} />}
        {isRefreshing && pending && (
          <Note tone="warn" role="status">
            Связи нет. Заказ уйдёт, когда она вернётся; второй раз он не создастся.
          </Note>
        )}
        {children}
      </CardBody>
    </Card>
  )
}

/**
 * Changes, stops and sums are shown in the dialog or among the reasons. Other errors stay here until the next attempt.
 */
function Failure({ error }: { error: Error }) {
  if (refusalIn(error) !== undefined || (error instanceof CallError && error.code === 'orderChanged')) return null
  return (
    <Note tone="bad" role="alert">
      {isUnanswered(error)
        ? 'Нет ответа от сервера. Нажмите «Повторить»: второй раз заказ не создастся.'
        : error.message}
    </Note>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
