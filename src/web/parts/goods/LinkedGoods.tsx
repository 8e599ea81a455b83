import type { ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { quantityWithUnit, money } from '#web/ui/format.ts'
import { unavailableText } from './goods-rows.ts'
import { Picture } from './Picture.tsx'
import styles from './linked-goods.module.css'

export type LinkedProps = {
  showPrices: boolean
  /** The quantity field of a row; undefined if the user may not order. */
  quantity: ((row: ProductRow) => ReactNode) | undefined
  /** Renders a link to the card of a row, around its name. */
  link: (row: ProductRow) => ReactNode
}

/** Analogues or related goods as compact rows: picture, name, price, stock, quantity field. */
export function LinkedGoods({ rows, showPrices, quantity, link }: LinkedProps & { rows: readonly ProductRow[] }) {
  return (
    <ul className={styles.goods}>
      {rows.map((row) => (
        <li key={row.id}>
          <Picture id={row.picture} type={row.picturetype} size={36} />
          <div className={styles.words}>
            {link(row)}
            <div className="small dim clip">{[row.articul, row.brand?.header].filter(Boolean).join(' · ')}</div>
          </div>
          <div className={styles.saleText}>
            <span className={styles.stock}>{stockText(row)}</span>
            {showPrices && <span className={styles.price}>{money(row.price)}</span>}
          </div>
          {quantity && <div className={styles.field}>{quantity(row)}</div>}
        </li>
      ))}
    </ul>
  )
}

function stockText(row: ProductRow): string {
  if (row.below_step) return unavailableText(row)
  if (row.stock_label !== null) return row.stock_label
  return row.available_for_order === 0 ? '–' : quantityWithUnit(row.available_for_order, row.unit)
}
