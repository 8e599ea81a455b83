import type { ReactNode } from 'react'
import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import { money, quantity as quantityText } from '#web/ui/format.ts'
import { Picture } from '#web/ui/Picture.tsx'
import table from '#web/ui/table.module.css'
import { Marks } from './Marks.tsx'
import { ProductLink } from './ProductTable.tsx'
import styles from './product-cards.module.css'

type CardsProps = {
  reply: FilterReply
  /** Tiles with large pictures, or the phone's list. */
  tiles: boolean
  waiting: boolean
  showPrices: boolean
  quantity: ((row: ProductRow) => ReactNode) | undefined
}

export function ProductCards({ reply, tiles, waiting, showPrices, quantity }: CardsProps) {
  return (
    <ul className={`${tiles ? styles.tiles : styles.cards} ${waiting ? table.waiting : ''}`}>
      {reply.products.map((row) => (
        <li key={row.id}>
          <Picture id={row.picture} type={row.picturetype} size={tiles ? 120 : 56} />
          <div className={styles.words}>
            <div className={styles.name}>
              <ProductLink row={row} clip={false} />
            </div>
            <div className="small dim clip">
              {[row.articul, row.brand?.header, row.step === 1 ? '' : `×${quantityText(row.step)}`].filter(Boolean).join(' · ')} <Marks row={row} />
            </div>
          </div>
          <div className={styles.deal}>
            <div className="grow">
              {showPrices && <div className={styles.price}>{money(row.price)}</div>}
              <CardStock row={row} warehouses={reply.actualWms} saidBeside={quantity !== undefined && row.variants_count === 0} />
            </div>
            {quantity?.(row)}
          </div>
        </li>
      ))}
    </ul>
  )
}

type StockProps = { row: ProductRow; warehouses: FilterReply['actualWms']; /** The place of the quantity field says that there is none. */ saidBeside: boolean }

function CardStock({ row, warehouses, saidBeside }: StockProps) {
  if (row.stock_label !== null) return <div className="small muted">{row.stock_label}</div>
  if (row.available_for_order === 0) return saidBeside ? null : <div className="small dim">Нет в наличии</div>
  const place = warehouses.length === 1 ? warehouses[0]?.header : undefined
  return (
    <div className="small ok">
      {quantityText(row.available_for_order)} {row.unit}
      {place !== undefined && `, ${place}`}
    </div>
  )
}
