import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FilterReply, ProductRow, SortField } from '#shared/api/catalogue.ts'
import { Article } from '#web/ui/Article.tsx'
import { marginPercent, price, quantity as quantityText, stock } from '#web/ui/format.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { nextDirection, type Direction } from '#web/ui/sorting.ts'
import { SortHeader } from '#web/ui/SortHeader.tsx'
import table from '#web/ui/table.module.css'
import { Marks } from './Marks.tsx'
import { productLink } from './product-link.ts'
import { stockColumns, stockIn, type StockColumn } from './stock-columns.ts'
import type { CatalogueView, ViewChange } from './url-state.ts'
import styles from './product-table.module.css'

type TableProps = {
  reply: FilterReply
  view: CatalogueView
  waiting: boolean
  showPrices: boolean
  quantity: ((row: ProductRow) => ReactNode) | undefined
  onChange: (change: ViewChange) => void
}

/** The dense list: a row of 28 px a product, a thin column a warehouse, the quantity at the end. */
export function ProductTable({ reply, view, waiting, showPrices, quantity, onChange }: TableProps) {
  const columns = stockColumns(reply.actualWms)
  const sorting = view.sorting ?? (view.query === '' ? ({ field: 'header', direction: 'asc' } as const) : undefined)
  const directionOf = (field: SortField): Direction | undefined => (sorting?.field === field ? sorting.direction : undefined)
  const sortBy = (field: SortField) => () => onChange({ sorting: { field, direction: nextDirection(directionOf(field)) } })
  const sortable = (field: SortField, label: string, number = false) => (
    <SortHeader label={label} direction={directionOf(field)} number={number} onSort={sortBy(field)} />
  )
  return (
    <table className={`${table.table} ${styles.table} ${waiting ? table.waiting : ''}`}>
      <Columns columns={columns} showPrices={showPrices} orders={quantity !== undefined} />
      <thead>
        <tr>
          <th>
            <span className="unseen">Фото</span>
          </th>
          {sortable('articul', 'Артикул')}
          {sortable('header', 'Наименование')}
          <th className={styles.wide}>Бренд</th>
          <th>Ед.</th>
          {showPrices && sortable('price', 'Цена, ₽', true)}
          {showPrices && sortable('price_rrc', 'РРЦ', true)}
          {showPrices && <th className={`${table.number} ${styles.wide}`}>Наценка</th>}
          {columns.map(({ key, header }) => (
            <th key={key} className={table.number} title={header}>
              <span className={styles.head}>{header}</span>
            </th>
          ))}
          {quantity && <th className={`${table.number} ${styles.order}`}>Заказ</th>}
        </tr>
      </thead>
      <tbody>
        {reply.products.map((row) => (
          <Row key={row.id} row={row} columns={columns} showPrices={showPrices} field={quantity?.(row)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, columns, showPrices, field }: { row: ProductRow; columns: StockColumn[]; showPrices: boolean; field: ReactNode }) {
  const margin = marginPercent(row.price, row.price_rrc)
  return (
    <tr>
      <td>
        <Picture id={row.picture} type={row.picturetype} />
      </td>
      <td>
        <Article value={row.articul} />
      </td>
      <td>
        <div className={styles.name}>
          <ProductLink row={row} />
          <Marks row={row} />
        </div>
      </td>
      <td className={`dim ${styles.wide}`} title={row.brand?.header}>
        {row.brand?.header}
      </td>
      <td className="dim" title={row.step === 1 ? undefined : `Кратность ${quantityText(row.step)}`}>
        {row.step !== 1 && `×${quantityText(row.step)} `}
        {row.unit}
      </td>
      {showPrices && (
        <td className={`${table.number} ${table.strong}`} title={row.old_price === null ? undefined : `Было ${price(row.old_price)} ₽`}>
          {price(row.price)}
        </td>
      )}
      {showPrices && <td className={`${table.number} dim`}>{price(row.price_rrc)}</td>}
      {showPrices && <td className={`${table.number} dim ${styles.wide}`}>{margin === undefined ? '–' : `${margin} %`}</td>}
      <StockCells row={row} columns={columns} />
      {field !== undefined && <td className={table.field}>{field}</td>}
    </tr>
  )
}

function StockCells({ row, columns }: { row: ProductRow; columns: StockColumn[] }) {
  if (row.stock_label !== null) {
    return (
      <td className={`${table.number} dim`} colSpan={columns.length}>
        {row.stock_label}
      </td>
    )
  }
  return columns.map((column) => {
    const left = stockIn(row.stocks, column)
    return (
      <td key={column.key} className={`${table.number} ${left === 0 ? 'dim' : ''}`}>
        {stock(left)}
      </td>
    )
  })
}

export function ProductLink({ row, clip = true }: { row: ProductRow; clip?: boolean }) {
  return (
    <Link {...productLink(row.id)} className={`${styles.link} ${clip ? 'clip' : ''}`} title={row.header}>
      {row.header}
    </Link>
  )
}

function Columns({ columns, showPrices, orders }: { columns: StockColumn[]; showPrices: boolean; orders: boolean }) {
  return (
    <colgroup>
      <col style={{ width: 36 }} />
      <col style={{ width: 122 }} />
      <col />
      <col className={styles.wide} style={{ width: 110 }} />
      <col style={{ width: 70 }} />
      {showPrices && <col style={{ width: 78 }} />}
      {showPrices && <col style={{ width: 60 }} />}
      {showPrices && <col className={styles.wide} style={{ width: 70 }} />}
      {columns.map(({ key }) => (
        <col key={key} style={{ width: 60 }} />
      ))}
      {orders && <col style={{ width: 132 }} />}
    </colgroup>
  )
}

/** The first load: the table's own size, so that nothing moves when the goods come. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <table className={`${table.table} ${styles.table}`} aria-label="Загрузка">
      <thead>
        <tr>
          <th>
            <span className="unseen">Загрузка</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          // The rows are all the same and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            <td>
              <Skeleton width={`${60 + ((index * 7) % 35)}%`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
