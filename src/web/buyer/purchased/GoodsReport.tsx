import type { ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { PurchasedGood, PurchasedSort } from '#shared/api/money/purchased.ts'
import { purchasedTitles } from '#shared/rules/documents/purchased-titles.ts'
import { kopecks } from '#shared/rules/money.ts'
import { Article } from '#web/parts/goods/Article.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { ProductLink } from '#web/parts/goods/ProductLink.tsx'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import { money, price, quantityWithUnit, stock, selectPageLabel } from '#web/ui/format.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import type { OrderAgain } from './use-order-again.ts'
import styles from './purchased.module.css'

export type GoodsReportProps = {
  items: readonly PurchasedGood[] | undefined
  isRefreshing: boolean
  /** Undefined: the user may not order, or another contract is chosen. */
  order: OrderAgain | undefined
  /** Shown instead of a quantity field, for products with variants or without stock. */
  quantityFallback: (row: ProductRow) => ReactNode
  onAnalogues: (good: PurchasedGood) => void
}

type TableProps = GoodsReportProps & { sort: PurchasedSort; onSort: (sort: PurchasedSort) => void }

/** Report 1: bought goods with current prices, and quantities to order again. */
export function GoodsReport({ items, isRefreshing, sort, onSort, ...cells }: TableProps) {
  const { order } = cells
  const heading = (name: PurchasedSort, label: string, number = false) => (
    <th
      scope="col"
      className={number ? table.number : undefined}
      aria-sort={sort !== name ? 'none' : name === 'header' ? 'ascending' : 'descending'}
    >
      <button type="button" className={table.sort} onClick={() => onSort(name)}>
        {label}
        {sort === name && <span aria-hidden="true">{name === 'header' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
  return (
    <div className={styles.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || items === undefined}
      >
        <caption className="unseen">{purchasedTitles[1]}</caption>
        <colgroup>
          {order && <col className="no-print" style={{ width: 28 }} />}
          <col style={{ width: 36 }} />
          <col style={{ width: 124 }} />
          <col />
          <col style={{ width: 82 }} />
          <col style={{ width: 102 }} />
          <col style={{ width: 84 }} />
          <col style={{ width: 84 }} />
          <col style={{ width: 60 }} />
          <col style={{ width: 86 }} />
          <col style={{ width: 66 }} />
          {order && <col className="no-print" style={{ width: 116 }} />}
        </colgroup>
        <thead>
          <tr>
            {order && <CheckAll items={items ?? []} order={order} />}
            <th scope="col">
              <span className="unseen">Фото</span>
            </th>
            <th scope="col">Артикул</th>
            {heading('header', 'Наименование')}
            {heading('quantity', 'Куплено', true)}
            {heading('sum', 'Сумма, ₽', true)}
            <th scope="col" className={table.number}>
              Ср. цена
            </th>
            <th scope="col" className={table.number}>
              Сейчас
            </th>
            <th scope="col" className={table.number}>
              Рост
            </th>
            {heading('last', 'Последний')}
            <th scope="col" className={table.number}>
              Остаток
            </th>
            {order && (
              <th scope="col" className={`${table.number} no-print`}>
                Обычный заказ
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items ? (
            items.map((good) => <Row key={rowKey(good)} good={good} {...cells} />)
          ) : (
            <SkeletonRows rows={20} columns={order ? 12 : 10} />
          )}
        </tbody>
      </table>
    </div>
  )
}

export function rowKey({ id, articul, header, unit }: PurchasedGood): string {
  return id === null ? `${articul} ${header} ${unit}` : String(id)
}

function CheckAll({ items, order }: { items: readonly PurchasedGood[]; order: OrderAgain }) {
  const lines = items.flatMap((good) => order.lineOf(good) ?? [])
  const all = lines.length > 0 && lines.every(({ marked }) => marked)
  const isSomeMarked = lines.some(({ marked }) => marked)
  return (
    <th scope="col" className="no-print">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isSomeMarked && !all
        }}
        type="checkbox"
        aria-label={selectPageLabel}
        checked={all}
        onChange={() => order.mark(items, !all)}
      />
    </th>
  )
}

type CellProps = Omit<GoodsReportProps, 'items' | 'isRefreshing'>

function Row({ good, ...cells }: CellProps & { good: PurchasedGood }) {
  const { order } = cells
  const { articul, quantity, unit, sum, average, last, product } = good
  const line = order?.lineOf(good)
  return (
    <tr data-on={line?.marked || undefined}>
      {order && (
        <td className="no-print">
          {line && (
            <input
              type="checkbox"
              data-row
              aria-label={`Выбрать ${nameOf(good)}`}
              checked={line.marked}
              onChange={() => order.mark([good], !line.marked)}
              onKeyDown={moveRowFocus}
            />
          )}
        </td>
      )}
      <td>
        <Picture id={product?.picture ?? 0} type={product?.picturetype ?? ''} />
      </td>
      <td>
        <Article value={articul} />
      </td>
      <td className={styles.named}>
        <Name good={good} />
      </td>
      <td className={table.number}>{quantityWithUnit(quantity, unit)}</td>
      <td className={`${table.number} ${table.strong}`}>{price(sum)}</td>
      <td className={table.number}>{price(average)}</td>
      <td className={table.number}>{price(priceNow(good))}</td>
      <td className={table.number}>
        <Growth good={good} />
      </td>
      <td>{last ?? '–'}</td>
      <td className={table.number}>{product === null ? '–' : (product.stock_label ?? stock(product.total_rest))}</td>
      {order && <td className={`${table.field} no-print`}>{quantityOf(good, { ...cells, order })}</td>}
    </tr>
  )
}

function quantityOf(
  good: PurchasedGood,
  { order, quantityFallback, onAnalogues }: CellProps & { order: OrderAgain },
): ReactNode {
  const line = order.lineOf(good)
  if (!line && good.analogues.length > 0)
    return (
      <button type="button" className={styles.analogues} onClick={() => onAnalogues(good)}>
        Аналоги · {good.analogues.length}
        <span className="unseen">: {nameOf(good)}</span>
      </button>
    )
  if (!line) return good.product ? quantityFallback(good.product) : <span className="dim small">не продаётся</span>
  return (
    <Stepper
      free
      label={`Количество: ${nameOf(good)}`}
      value={line.quantityMilli}
      rule={quantityRule({ ...line.row, available: line.row.available_for_order })}
      unit={line.row.unit}
      onChange={(quantityMilli) => order.change(good, quantityMilli)}
    />
  )
}

function Name({ good: { header, product } }: { good: PurchasedGood }) {
  return product ? <ProductLink row={{ id: product.id, header }} /> : <span title={header}>{header}</span>
}

/** Current price of a good without variants: variants have different prices. */
function priceNow({ product }: PurchasedGood): number | null {
  return product === null || product.variants_count > 0 ? null : product.price
}

const steepPercent = 4

function Growth({ good }: { good: PurchasedGood }) {
  const currentPrice = priceNow(good)
  if (currentPrice === null || good.average === null || good.average <= 0) return '–'
  const percent = Math.round(((kopecks(currentPrice) - kopecks(good.average)) * 1000) / kopecks(good.average)) / 10
  if (percent === 0) return '–'
  const text = `${percent > 0 ? '+' : '−'}${String(Math.abs(percent)).replace('.', ',')} %`
  return percent >= steepPercent ? <b className="warn bold">{text}</b> : text
}

function nameOf({ articul, header }: PurchasedGood): string {
  return articul || header
}

/** The same on a phone. */
export function GoodsCards({ items, isRefreshing, ...cells }: GoodsReportProps) {
  const { order } = cells
  return (
    <ul
      className={`${list.cards} ${styles.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label={purchasedTitles[1]}
    >
      {items?.map((good) => {
        const line = order?.lineOf(good)
        return (
          <li key={rowKey(good)} className={styles.goodCard} data-on={line?.marked || undefined}>
            <div className={styles.words}>
              <span className="bold">
                <Name good={good} />
              </span>
              <span className="small dim">
                {[good.articul, quantityWithUnit(good.quantity, good.unit), good.last && `последний ${good.last}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <div className={styles.sums}>
              <b className="bold nowrap">{money(good.sum)}</b>
              <span className="small dim nowrap">по {price(good.average)}</span>
            </div>
            {order && (
              <div className={styles.again}>
                {line && (
                  <label>
                    <input type="checkbox" checked={line.marked} onChange={() => order.mark([good], !line.marked)} />
                    {` Заказать по ${price(priceNow(good))}`}
                  </label>
                )}
                <span className="grow" />
                {quantityOf(good, { ...cells, order })}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
