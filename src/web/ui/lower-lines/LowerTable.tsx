import { kopecks, lineSumKopecks, roubles } from '#shared/rules/money.ts'
import { price, quantity } from '../format.ts'
import { Picture } from '../Picture.tsx'
import table from '../table.module.css'
import { wishOf, type LowerRows } from './changes.ts'
import { LineDeed, LineWish } from './LineWish.tsx'
import styles from './lower-lines.module.css'

export function LowerTable({ lines, wishes, showsPrices, onWish }: LowerRows) {
  return (
    <div className={styles.frame}>
      <table className={table.table}>
        <caption className="unseen">Строки заказа, количество которых меняется</caption>
        <colgroup>
          <col style={{ width: 36 }} />
          <col />
          <col style={{ width: 76 }} />
          {showsPrices && <col style={{ width: 84 }} />}
          <col style={{ width: 84 }} />
          <col style={{ width: 112 }} />
          {showsPrices && <col style={{ width: 96 }} />}
          <col style={{ width: 38 }} />
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
            <th scope="col" className={table.number}>Оставить</th>
            {showsPrices && <th scope="col" className={table.number}>Сумма, ₽</th>}
            <th scope="col">
              <span className="unseen">Убрать или вернуть</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const wish = wishOf(line, wishes)
            return (
              <tr key={line.line} className={table.two} data-gone={wish === 0 || undefined}>
                <td>
                  <Picture id={line.picture} type={line.picturetype} />
                </td>
                <td title={line.header}>
                  {line.header}
                  <br />
                  <small className="dim">{line.articul}</small>
                </td>
                <td className="dim" title={line.wms_header}>{line.wms_header}</td>
                {showsPrices && <td className={table.number}>{price(line.price)}</td>}
                <td className={table.number}>
                  {quantity(line.qnt)} <small className="dim">{line.unit}</small>
                </td>
                <td className={table.field}>
                  <LineWish line={line} wishes={wishes} onWish={onWish} />
                </td>
                {showsPrices && <td className={`${table.number} ${table.strong}`}>{line.price === null ? '–' : price(roubles(lineSumKopecks(kopecks(line.price), wish)))}</td>}
                <td className={table.field}>
                  <LineDeed line={line} wishes={wishes} onWish={onWish} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
