import { money, quantity } from '#web/ui/format.ts'
import { stockCoverage } from '../stock-coverage.ts'
import type { StaffOrder } from '../use-staff-orders.ts'
import styles from '../staff.module.css'

/** The lines with their stock as cards on a phone. */
export function StockCards({ order }: { order: StaffOrder }) {
  return (
    <ul className={styles.lines} aria-label="Товары заказа">
      {order.products.map((line) => {
        const { available, isShort } = stockCoverage(order, line)
        return (
          <li key={line.line} className={line.cancel ? styles.gone : undefined}>
            <div>{line.header}</div>
            <div className="small dim">
              {line.articul} · {line.wms_header}
            </div>
            <div className="row">
              <span>
                {quantity(line.qnt)} {line.unit} × {money(line.price)}
              </span>
              <span className="grow" />
              <b className="bold">{money(line.sum)}</b>
            </div>
            {line.comment && <div className="small">«{line.comment}»</div>}
            <div className={`small ${isShort ? 'bad' : 'dim'}`}>
              {line.cancel ? <span className="bad">отменён</span> : `на складе ${quantity(available)} ${line.unit}`}
              {line.shipping > 0 && `, отгружено ${quantity(line.shipping)} ${line.unit}`}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
