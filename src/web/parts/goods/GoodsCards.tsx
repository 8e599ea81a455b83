import { Fragment, type ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { milli, units } from '#shared/rules/money.ts'
import { quantityWithUnit, money, quantity as quantityText } from '#web/ui/format.ts'
import { OldPrice } from './OldPrice.tsx'
import { Picture } from './Picture.tsx'
import table from '#web/ui/tables/table.module.css'
import { GoodsMarks } from './GoodsMarks.tsx'
import { unavailableText, rowName, type GoodsRows } from './goods-rows.ts'
import { ProductLink } from './ProductLink.tsx'
import styles from './goods-cards.module.css'

type CardsProps = GoodsRows & { /** Tiles with large pictures, or the phone's list. */ tiles: boolean }

export function GoodsCards({ tiles, ...list }: CardsProps) {
  const { rows, warehouses, isRefreshing, showPrices, quantity, compare, star, selection, extraColumn } = list
  return (
    <ul className={`${tiles ? styles.tiles : styles.cards} ${isRefreshing ? table.refreshing : ''}`}>
      {rows.map((row) => (
        <li key={row.id} data-on={selection?.marked.has(row.id) || undefined}>
          <div className={styles.side}>
            <Checked row={row} selection={selection}>
              <Picture id={row.picture} type={row.picturetype} size={tiles ? 120 : 56} />
            </Checked>
            {!tiles && compare?.(row)}
          </div>
          <div className={styles.text}>
            <div className={styles.top}>
              <div className={styles.name}>
                <ProductLink row={row} clip={false} />
              </div>
              {((tiles && compare) || star) && (
                <div className={styles.star}>
                  {tiles && compare?.(row)}
                  {star?.(row)}
                </div>
              )}
            </div>
            <div className="small dim clip">
              {[row.articul, row.brand?.header, row.step === 1 ? '' : `×${quantityText(row.step)}`]
                .filter(Boolean)
                .join(' · ')}{' '}
              <GoodsMarks row={row} except={list.impliedMark} />
            </div>
            {extraColumn && !extraColumn.number && <div className="small muted">{extraColumn.cell(row)}</div>}
          </div>
          <div className={styles.saleText}>
            <div className="grow">
              {showPrices && <Price row={row} />}
              {list.priceNote?.(row)}
              <CardStock
                row={row}
                warehouses={warehouses}
                reasonShown={quantity !== undefined && row.variants_count === 0}
              />
            </div>
            {quantity && <Fragment>{quantity(row)}</Fragment>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Pressing the picture checks its row: a card has no room for a checkbox. */
function Checked({
  row,
  selection,
  children,
}: {
  row: ProductRow
  selection: GoodsRows['selection']
  children: ReactNode
}) {
  if (!selection) return children
  const marked = selection.marked.has(row.id)
  return (
    <label className={styles.check}>
      {children}
      <input
        type="checkbox"
        aria-label={`Выбрать ${rowName(row)}`}
        checked={marked}
        onChange={() => selection.onMark([row], !marked)}
      />
    </label>
  )
}

function Price({ row }: { row: ProductRow }) {
  return (
    <div className={styles.price}>
      {money(row.price)}
      <OldPrice roubles={row.old_price} />
    </div>
  )
}

type CardStockProps = {
  row: ProductRow
  warehouses: GoodsRows['warehouses']
  /** The quantity beside it already shows the reason. */ reasonShown: boolean
}

function CardStock({ row, warehouses, reasonShown }: CardStockProps) {
  if (row.below_step && !reasonShown) return <div className="small dim">{unavailableText(row)}</div>
  if (row.stock_label !== null) return <div className="small muted">{row.stock_label}</div>
  if (row.below_step) return <div className="small dim">{quantityWithUnit(restIn(row, warehouses), row.unit)}</div>
  if (row.available_for_order === 0) return <div className="small dim">{unavailableText(row)}</div>
  const warehouse = warehouses.length === 1 ? warehouses[0]?.header : undefined
  return (
    <div className="small ok">
      {quantityText(row.available_for_order)} {row.unit}
      {warehouse !== undefined && `, ${warehouse}`}
    </div>
  )
}

function restIn({ stocks }: ProductRow, warehouses: GoodsRows['warehouses']): number {
  return units(
    stocks.reduce(
      (sum, { wms_id, quantity }) => (warehouses.some(({ id }) => id === wms_id) ? sum + milli(quantity) : sum),
      0,
    ),
  )
}
