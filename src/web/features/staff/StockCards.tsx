import { money, quantity } from '#web/ui/format.ts'
import { coverOf } from './cover.ts'
import type { StaffOrder } from './use-staff-orders.ts'
import styles from './staff.module.css'

/** The lines with their stock under a thumb. */
export function StockCards({ order }: { order: StaffOrder }) {
  return (
    <ul className={styles.lines} aria-label="Товары заказа">
      {order.products.map((line) => {
        const { available, short } = coverOf(order, line)
        return (
          <li key={`${line.id}-${line.wms}`}>
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
            <div className={`small ${short ? 'bad' : 'dim'}`}>
              на складе {quantity(available)} {line.unit}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
