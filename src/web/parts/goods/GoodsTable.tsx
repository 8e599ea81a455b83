import type { ReactNode } from 'react'
import type { ProductRow, SortField } from '#shared/api/catalogue.ts'
import { Article } from './Article.tsx'
import { marginPercent } from './margin.ts'
import { price, quantity as quantityText, stock, selectPageLabel } from '#web/ui/format.ts'
import { Picture } from './Picture.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import { GoodsMarks } from './GoodsMarks.tsx'
import { rowName, type GoodsRows } from './goods-rows.ts'
import { ProductLink } from './ProductLink.tsx'
import { markedShare, type Selection } from './selection.ts'
import { stockColumns, stockIn, type StockColumn } from './stock-columns.ts'
import styles from './goods-table.module.css'

type TableProps = GoodsRows & {
  /** Sortable column heading; plain if the list has a fixed order. */
  heading?: (field: SortField, label: string, number: boolean) => ReactNode
}

/** The dense list: 28 px per product, one narrow column per warehouse, quantity and star last. */
export function GoodsTable({ heading = plainHeading, ...list }: TableProps) {
  const { rows, warehouses, isRefreshing, showPrices, quantity, star, selection, extraColumn } = list
  const columns = stockColumns(warehouses)
  return (
    <table className={`${table.table} ${styles.table} ${isRefreshing ? table.refreshing : ''}`}>
      <Columns list={list} columns={columns} />
      <thead>
        <tr>
          {selection && <CheckAll rows={rows} selection={selection} />}
          <th>
            <span className="unseen">Фото</span>
          </th>
          {heading('articul', 'Артикул', false)}
          {heading('header', 'Наименование', false)}
          {extraColumn && <th className={extraColumnClass(extraColumn)}>{extraColumn.header}</th>}
          <th className={styles.wide}>Бренд</th>
          <th>Ед.</th>
          {showPrices && heading('price', 'Цена, ₽', true)}
          {showPrices && heading('price_rrc', 'РРЦ', true)}
          {showPrices && <th className={`${table.number} ${styles.wide}`}>Наценка</th>}
          {columns.map(({ key, header }) => (
            <th key={key} className={table.number} title={header}>
              <span className={styles.head}>{header}</span>
            </th>
          ))}
          {quantity && <th className={`${table.number} ${styles.order}`}>Заказ</th>}
          {star && (
            <th className="no-print">
              <span className="unseen">Избранное</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} list={list} columns={columns} field={quantity?.(row)} star={star?.(row)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  row,
  list,
  columns,
  field,
  star,
}: {
  row: ProductRow
  list: GoodsRows
  columns: StockColumn[]
  field: ReactNode
  star: ReactNode
}) {
  const { showPrices, selection, extraColumn } = list
  const margin = marginPercent(row.price, row.price_rrc)
  const marked = selection?.marked.has(row.id) ?? false
  return (
    <tr data-on={marked || undefined}>
      {selection && (
        <td className="no-print">
          <input
            type="checkbox"
            data-row
            aria-label={`Выбрать ${rowName(row)}`}
            checked={marked}
            onChange={() => selection.onMark([row], !marked)}
            onKeyDown={moveRowFocus}
          />
        </td>
      )}
      <td className={styles.photo}>
        <Picture id={row.picture} type={row.picturetype} />
      </td>
      <td>
        <Article value={row.articul} />
      </td>
      <td className={styles.named}>
        <div className={styles.name}>
          <ProductLink row={row} />
          <GoodsMarks row={row} except={list.impliedMark} />
          {list.priceNote?.(row)}
        </div>
        {list.compare && <span className={`${styles.compare} no-print`}>{list.compare(row)}</span>}
      </td>
      {extraColumn && <td className={`dim ${extraColumnClass(extraColumn)}`}>{extraColumn.cell(row)}</td>}
      <td className={`dim ${styles.wide}`} title={row.brand?.header}>
        {row.brand?.header}
      </td>
      <td className="dim" title={row.step === 1 ? undefined : `Кратность ${quantityText(row.step)}`}>
        {row.step !== 1 && `×${quantityText(row.step)} `}
        {row.unit}
      </td>
      {showPrices && (
        <td
          className={`${table.number} ${table.strong}`}
          title={row.old_price === null ? undefined : `Было ${price(row.old_price)} ₽`}
        >
          {price(row.price)}
        </td>
      )}
      {showPrices && <td className={`${table.number} dim`}>{price(row.price_rrc)}</td>}
      {showPrices && (
        <td className={`${table.number} dim ${styles.wide}`}>{margin === undefined ? '–' : `${margin} %`}</td>
      )}
      <StockCells row={row} columns={columns} />
      {field !== undefined && <td className={table.field}>{field}</td>}
      {star !== undefined && <td className={`${styles.star} no-print`}>{star}</td>}
    </tr>
  )
}

function extraColumnClass({ number = false }: NonNullable<GoodsRows['extraColumn']>): string {
  return `${styles.mid} ${number ? table.number : ''}`
}

function CheckAll({ rows, selection }: { rows: readonly ProductRow[]; selection: Selection }) {
  const share = markedShare(rows, selection.marked)
  const all = share === 'all'
  const showSome = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = share === 'some'
  }
  return (
    <th className="no-print">
      <input
        ref={showSome}
        type="checkbox"
        aria-label={selectPageLabel}
        checked={all}
        onChange={() => selection.onMark(rows, !all)}
      />
    </th>
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

function plainHeading(field: SortField, label: string, number: boolean): ReactNode {
  return (
    <th key={field} className={number ? table.number : undefined}>
      {label}
    </th>
  )
}

function Columns({
  list: { showPrices, quantity, star, selection, extraColumn },
  columns,
}: {
  list: GoodsRows
  columns: StockColumn[]
}) {
  return (
    <colgroup>
      {selection && <col className="no-print" style={{ width: 28 }} />}
      <col style={{ width: 36 }} />
      <col className={styles.articul} />
      <col />
      {extraColumn && <col className={styles.mid} style={{ width: extraColumn.width }} />}
      <col className={styles.wide} style={{ width: 110 }} />
      <col className={styles.unit} />
      {showPrices && <col style={{ width: 78 }} />}
      {showPrices && <col style={{ width: 60 }} />}
      {showPrices && <col className={styles.wide} style={{ width: 70 }} />}
      {columns.map(({ key }) => (
        <col key={key} style={{ width: 58 }} />
      ))}
      {quantity && <col style={{ width: 128 }} />}
      {star && <col className="no-print" style={{ width: 32 }} />}
    </colgroup>
  )
}

/** Loading state of the size of the table, so that nothing shifts when the goods appear. */
export function GoodsSkeleton({ rows }: { rows: number }) {
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
          // Static placeholder rows.
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
