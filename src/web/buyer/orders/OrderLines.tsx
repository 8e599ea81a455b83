import type { OrderDetails } from '#shared/api/orders.ts'
import { milli, units } from '#shared/rules/money.ts'
import { withCount, money, price, quantity } from '#web/ui/format.ts'
import { awaitedQuantity, changeText, LineState } from '#web/parts/order-lines/LineState.tsx'
import { LineFacts, LinesTable } from '#web/parts/order-lines/LinesTable.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import table from '#web/ui/tables/table.module.css'
import { lineForms } from './texts.ts'
import styles from './order.module.css'

type Line = OrderDetails['products'][number]
type LinesProps = { order: OrderDetails; showsPrices: boolean }

/** Ordered, shipped and awaited quantities. */
export function OrderLines(props: LinesProps) {
  return usePhone() ? <LineCards {...props} /> : <LineTable {...props} />
}

function LineTable({ order, showsPrices }: LinesProps) {
  const total = totalsOf(order)
  const foot = (
    <tr>
      <td colSpan={showsPrices ? 4 : 3}>{withCount(order.lines, lineForms)}</td>
      <td className={table.number}>{total && quantity(total.ordered)}</td>
      <td className={table.number}>{total && (total.shipped > 0 ? quantity(total.shipped) : '–')}</td>
      {showsPrices && <td className={table.number}>{price(order.sum)}</td>}
      <td>&nbsp;</td>
    </tr>
  )
  return (
    <LinesTable
      caption="Товары заказа"
      showsPrices={showsPrices}
      ordered="Заказано"
      middle={{ title: 'Отгружено', width: 82 }}
      last={{ title: 'Состояние', width: 110 }}
      foot={foot}
    >
      {order.products.map((line) => (
        <tr key={line.line} className={`${table.two} ${line.cancel ? styles.cancelled : ''}`}>
          <LineFacts line={line} showsPrices={showsPrices} />
          <td className={`${table.number} ${awaitedQuantity(line) > 0 && line.shipping > 0 ? 'warn bold' : ''}`}>
            {line.shipping > 0 ? quantity(line.shipping) : <span className="dim">–</span>}
          </td>
          {showsPrices && <td className={`${table.number} ${table.strong}`}>{price(line.sum)}</td>}
          <td>
            <LineState line={line} state={order.state} />
          </td>
        </tr>
      ))}
      {showsPrices && order.delivery_price !== null && order.delivery_price > 0 && (
        <tr>
          <td colSpan={6}>Доставка: {order.delivery}</td>
          <td className={`${table.number} ${table.strong}`}>{price(order.delivery_price)}</td>
          <td>&nbsp;</td>
        </tr>
      )}
    </LinesTable>
  )
}

function LineCards({ order, showsPrices }: LinesProps) {
  return (
    <ul className={styles.lines} aria-label="Товары заказа">
      {order.products.map((line) => (
        <li key={line.line} className={line.cancel ? styles.cancelled : ''}>
          <Picture id={line.picture} type={line.picturetype} size={40} />
          <div>
            <div>{line.header}</div>
            <div className="small dim">
              {line.articul} · {line.wms_header}
            </div>
            {line.comment && <div className="small">«{line.comment}»</div>}
            <div className="row wrap">
              <span>
                {quantity(line.qnt)} {line.unit}
                {showsPrices && ` × ${money(line.price)}`}
              </span>
              <span className="grow" />
              {showsPrices && <b className="bold">{money(line.sum)}</b>}
            </div>
            {changeText(line) && <div className="small warn">{changeText(line)}</div>}
            {showsPrices && line.price_note && <div className="small dim">{line.price_note}</div>}
            <div className="small">
              {line.shipping > 0 && awaitedQuantity(line) > 0 && `Отгружено ${quantity(line.shipping)} ${line.unit}, `}
              <LineState line={line} state={order.state} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Total quantity, only if all goods have the same unit. */
function totalsOf({ products }: OrderDetails): { ordered: number; shipped: number } | undefined {
  const left = products.filter(({ cancel }) => !cancel)
  if (new Set(left.map(({ unit }) => unit)).size > 1) return undefined
  const sum = (quantityOf: (line: Line) => number) =>
    units(left.reduce((total, line) => total + milli(quantityOf(line)), 0))
  return { ordered: sum((line) => line.qnt), shipped: sum((line) => line.shipping) }
}
