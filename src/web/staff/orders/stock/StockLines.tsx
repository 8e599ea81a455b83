import { price, quantity } from '#web/ui/format.ts'
import table from '#web/ui/tables/table.module.css'
import { stockCoverage } from '../stock-coverage.ts'
import type { StaffOrder } from '../use-staff-orders.ts'
import styles from '../staff.module.css'

type LinesProps = { order: StaffOrder; max?: number; full?: boolean }

/** Ordered quantities with the available stock; shortages are highlighted. */
export function StockLines({ order, max, full = false }: LinesProps) {
  const shipped = full && order.products.some(({ shipping }) => shipping > 0)
  return (
    <div className={styles.frame}>
      <table className={table.table}>
        <caption className="unseen">Товары заказа</caption>
        <colgroup>
          <col style={{ width: full ? 116 : 92 }} />
          <col />
          {full && <col style={{ width: 68 }} />}
          {full && <col style={{ width: 78 }} />}
          <col style={{ width: 62 }} />
          <col style={{ width: 64 }} />
          {shipped && <col style={{ width: 82 }} />}
          {full && <col style={{ width: 92 }} />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Артикул</th>
            <th scope="col">Наименование</th>
            {full && <th scope="col">Склад</th>}
            {full && (
              <th scope="col" className={table.number}>
                Цена, ₽
              </th>
            )}
            <th scope="col" className={table.number}>
              Заказ
            </th>
            <th scope="col" className={table.number} title="Сколько на складе строки есть для этого заказа">
              Остаток
            </th>
            {shipped && (
              <th scope="col" className={table.number}>
                Отгружено
              </th>
            )}
            {full && (
              <th scope="col" className={table.number}>
                Сумма, ₽
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {order.products.slice(0, max).map((line) => {
            const { available, isShort } = stockCoverage(order, line)
            return (
              <tr key={line.line} className={line.cancel ? styles.gone : undefined}>
                <td className={styles.article} title={line.articul}>
                  {line.articul}
                </td>
                <td title={[line.header, line.comment].filter(Boolean).join('\n')}>
                  {line.header}
                  {line.cancel && <small className="bad"> отменён</small>}
                  {line.comment && <small className={styles.comment}>{line.comment}</small>}
                </td>
                {full && <td className="dim">{line.wms_header}</td>}
                {full && <td className={table.number}>{price(line.price)}</td>}
                <td className={table.number}>{quantity(line.qnt)}</td>
                <td className={`${table.number} ${isShort ? 'bad bold' : ''}`}>{quantity(available)}</td>
                {shipped && (
                  <td className={table.number}>
                    {line.shipping > 0 ? quantity(line.shipping) : <span className="dim">–</span>}
                  </td>
                )}
                {full && <td className={`${table.number} ${table.strong}`}>{price(line.sum)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
