import { includedVatTitle } from '#shared/rules/vat.ts'
import { money, price, quantity } from '#web/ui/format.ts'
import type { PurchasedReply } from './use-purchased.ts'
import styles from './purchased.module.css'

const daysInMonth = 30.4375
/** A shorter period has no meaningful monthly average. */
const minDays = 60

/** Totals of the whole period. */
export function PurchasedTotals({
  totals: { sum, returns, vat, days, goods, shipments },
}: Pick<PurchasedReply, 'totals'>) {
  return (
    <dl className={styles.totals} aria-label="Итоги за период">
      <dt>Куплено</dt>
      <dd className={styles.sum}>{money(sum)}</dd>
      {returns !== 0 && (
        <>
          <dt>Возвраты вычтены</dt>
          <dd>{money(-returns)}</dd>
        </>
      )}
      <dt>{includedVatTitle}</dt>
      <dd>{money(vat)}</dd>
      {days >= minDays && (
        <>
          <dt>В среднем за месяц</dt>
          <dd>{price(Math.round((sum * daysInMonth) / days))} ₽</dd>
        </>
      )}
      <dt>Товаров / отгрузок</dt>
      <dd>
        {quantity(goods)} / {quantity(shipments)}
      </dd>
    </dl>
  )
}
