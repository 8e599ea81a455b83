import type { OrderDetails } from '#shared/api/orders.ts'
import { milli, units } from '#shared/rules/money.ts'
import { counted, money, price, quantity } from '#web/ui/format.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import table from '#web/ui/table.module.css'
import { lineForms } from './words.ts'
import styles from './order.module.css'

const partlyShipped = 9

type Line = OrderDetails['products'][number]
type LinesProps = { order: OrderDetails; showsPrices: boolean }

/** What was ordered, what has left, what of it is still awaited. */
export function OrderLines(props: LinesProps) {
  return usePhone() ? <LineCards {...props} /> : <LineTable {...props} />
}

function LineTable({ order, showsPrices }: LinesProps) {
  const total = totalsOf(order)
  return (
    <div className={styles.frame}>
      <table className={table.table}>
        <caption className="unseen">Товары заказа</caption>
        <colgroup>
          <col style={{ width: 36 }} />
          <col />
          <col style={{ width: 76 }} />
          {showsPrices && <col style={{ width: 84 }} />}
          <col style={{ width: 84 }} />
          <col style={{ width: 82 }} />
          {showsPrices && <col style={{ width: 96 }} />}
          <col style={{ width: 110 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Фото</span>
            </th>
            <th scope="col">Наименование</th>
            <th scope="col">Склад</th>
            {showsPrices && <th scope="col" className={table.number}>Цена, ₽</th>}
            <th scope="col" className={table.number}>Заказано</th>
            <th scope="col" className={table.number}>Отгружено</th>
            {showsPrices && <th scope="col" className={table.number}>Сумма, ₽</th>}
            <th scope="col">Состояние</th>
          </tr>
        </thead>
        <tbody>
          {order.products.map((line) => (
            <tr key={line.line} className={`${table.two} ${line.cancel ? styles.gone : ''}`}>
              <td>
                <Picture id={line.picture} type={line.picturetype} />
              </td>
              <td title={[line.header, line.comment].filter(Boolean).join('\n')}>
                {line.header}
                <br />
                <small className="dim">{line.articul}</small>
                {line.comment && <small className={styles.comment}>{line.comment}</small>}
              </td>
              <td className="dim" title={line.wms_header}>{line.wms_header}</td>
              {showsPrices && <td className={table.number}>{price(line.price)}</td>}
              <td className={table.number}>
                {quantity(line.qnt)} <small className="dim">{line.unit}</small>
              </td>
              <td className={`${table.number} ${awaited(line) > 0 && line.shipping > 0 ? 'warn bold' : ''}`}>{line.shipping > 0 ? quantity(line.shipping) : <span className="dim">–</span>}</td>
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
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={showsPrices ? 4 : 3}>{counted(order.products.length, lineForms)}</td>
            <td className={table.number}>{total && quantity(total.ordered)}</td>
            <td className={table.number}>{total && (total.shipped > 0 ? quantity(total.shipped) : '–')}</td>
            {showsPrices && <td className={table.number}>{price(order.sum)}</td>}
            <td>&nbsp;</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function LineCards({ order, showsPrices }: LinesProps) {
  return (
    <ul className={styles.lines} aria-label="Товары заказа">
      {order.products.map((line) => (
        <li key={line.line} className={line.cancel ? styles.gone : ''}>
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
            <div className="small">
              <LineState line={line} state={order.state} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function LineState({ line, state }: { line: Line; state: number }) {
  if (line.cancel) return <span className="bad">Отменён</span>
  if (line.shipping >= line.qnt) return 'Отгружен'
  if (line.shipping > 0 || state === partlyShipped) {
    return (
      <span className="warn">
        ждём {quantity(awaited(line))} {line.unit}
      </span>
    )
  }
  return null
}

function awaited({ qnt, shipping }: Line): number {
  return units(Math.max(0, milli(qnt) - milli(shipping)))
}

/** Quantities together; only of goods that are all counted in one unit. */
function totalsOf({ products }: OrderDetails): { ordered: number; shipped: number } | undefined {
  const left = products.filter(({ cancel }) => !cancel)
  if (new Set(left.map(({ unit }) => unit)).size > 1) return undefined
  const sum = (of: (line: Line) => number) => units(left.reduce((total, line) => total + milli(of(line)), 0))
  return { ordered: sum((line) => line.qnt), shipped: sum((line) => line.shipping) }
}
