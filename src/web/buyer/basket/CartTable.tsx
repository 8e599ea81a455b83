import { Fragment, memo, useRef, type RefObject } from 'react'
import type { BasketLine } from '#shared/api/basket.ts'
import { unitWithStep } from '#web/parts/goods/quantity-rule.ts'
import { SpacerRow } from '#web/ui/tables/SpacerRow.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { withCount, money, price } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { SortHeader } from '#web/ui/tables/SortHeader.tsx'
import { nextDirection } from '#web/ui/tables/sorting.ts'
import table from '#web/ui/tables/table.module.css'
import { LineComment } from './LineComment.tsx'
import { LineQuantity } from './LineQuantity.tsx'
import { RowChanges } from './RowChanges.tsx'
import type { CartSortField, CartSorting, LineGroup } from './cart-view.ts'
import { lineKey } from './lines.ts'
import { useCartItems } from './use-cart-items.ts'
import styles from './cart.module.css'

export type CartRows = {
  groups: readonly LineGroup[]
  errors: Record<string, string>
  /** What is missing to the next price, by line key. */
  hints: ReadonlyMap<string, string>
  marked: ReadonlySet<string>
  sorting: CartSorting | undefined
  onSort: (sorting: CartSorting) => void
  onMark: (marked: ReadonlySet<string>) => void
  onQuantity: (line: BasketLine, quantityMilli: number) => void
  onRemove: (line: BasketLine) => void
  onComment: (line: BasketLine, comment: string) => Promise<boolean>
  /** Undefined if the contract has only one warehouse. */
  onWarehouses: ((line: BasketLine) => void) | undefined
}

export function CartTable(rows: CartRows) {
  const { groups, marked, onMark } = rows
  const list = useRef<HTMLTableElement>(null)
  const lines = groups.flatMap((group) => group.lines)
  const all = lines.every((line) => marked.has(lineKey(line)))
  const showsPrices = lines.some((line) => line.price !== null)
  const toggle = (line: BasketLine) => onMark(toggled(marked, lineKey(line)))
  return (
    <div className={styles.frame}>
      <table
        ref={list}
        className={table.table}
        aria-rowcount={lines.length + groups.filter(({ heading }) => heading !== undefined).length + 1}
      >
        <caption className="unseen">Товары в корзине</caption>
        <colgroup>
          <col style={{ width: 28 }} className="no-print" />
          <col style={{ width: 36 }} />
          <col />
          <col style={{ width: 74 }} />
          <col style={{ width: 68 }} />
          {showsPrices && <col style={{ width: 84 }} />}
          <col style={{ width: 108 }} />
          {showsPrices && <col style={{ width: 96 }} />}
          <col style={{ width: 34 }} className="no-print" />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="no-print">
              <input
                type="checkbox"
                aria-label="Выбрать все"
                checked={all}
                onChange={() => onMark(all ? new Set() : new Set(lines.map(lineKey)))}
              />
            </th>
            <th scope="col">
              <span className="unseen">Фото</span>
            </th>
            <Sortable {...rows} field="header" label="Наименование" />
            <Sortable {...rows} field="warehouse" label="Склад" />
            <th scope="col">Ед.</th>
            {showsPrices && <Sortable {...rows} field="price" label="Цена, ₽" number />}
            <Sortable {...rows} field="quantity" label="Заказ" number />
            {showsPrices && <Sortable {...rows} field="sum" label="Сумма, ₽" number />}
            <th scope="col" className="no-print">
              <span className="unseen">Удалить</span>
            </th>
          </tr>
        </thead>
        <Bodies {...rows} list={list} showsPrices={showsPrices} onToggle={toggle} />
      </table>
    </div>
  )
}

type BodiesProps = CartRows & Pick<RowProps, 'showsPrices' | 'onToggle'> & { list: RefObject<HTMLElement | null> }

/** Visible rows; all rows of a short basket and in print. */
function Bodies({
  list,
  groups,
  errors,
  hints,
  marked,
  showsPrices,
  onToggle,
  onQuantity,
  onRemove,
  onComment,
  onWarehouses,
}: BodiesProps) {
  'use no memo'
  const { visibleRows, gapBefore, gapAfter } = useCartItems(list, groups, { line: 40, heading: 28 })
  const columns = showsPrices ? 9 : 7
  return (
    <>
      {visibleRows.map(([group, items], bodyIndex) => (
        <tbody key={group.heading ?? ''}>
          {items.map(({ row: { index, key }, position, item: { line } }) => (
            <Fragment key={key}>
              <SpacerRow height={gapBefore(position)} columns={columns} />
              {line ? (
                <Row
                  index={index}
                  line={line}
                  error={errors[lineKey(line)]}
                  hint={hints.get(lineKey(line))}
                  marked={marked.has(lineKey(line))}
                  {...{ showsPrices, onToggle, onQuantity, onRemove, onComment, onWarehouses }}
                />
              ) : (
                <Heading index={index} group={group} columns={columns} />
              )}
            </Fragment>
          ))}
          {bodyIndex === visibleRows.length - 1 && <SpacerRow height={gapAfter} columns={columns} />}
        </tbody>
      ))}
    </>
  )
}

function Sortable({
  sorting,
  onSort,
  field,
  label,
  number = false,
}: Pick<CartRows, 'sorting' | 'onSort'> & { field: CartSortField; label: string; number?: boolean }) {
  const direction = sorting?.field === field ? sorting.direction : undefined
  return (
    <SortHeader
      label={label}
      number={number}
      direction={direction}
      onSort={() => onSort({ field, direction: nextDirection(direction) })}
    />
  )
}

function Heading({
  index,
  group: { heading, lines, sum },
  columns,
}: {
  index: number
  group: LineGroup
  columns: number
}) {
  return (
    <tr className={styles.heading} data-index={index} aria-rowindex={index + 2}>
      <th scope="rowgroup" colSpan={columns}>
        {heading} <HeadingSum lines={lines.length} sum={sum} />
      </th>
    </tr>
  )
}

export function HeadingSum({ lines, sum }: { lines: number; sum: number | null }) {
  return (
    <span className="dim">
      {withCount(lines, ['строка', 'строки', 'строк'])}
      {sum !== null && ` · ${money(sum)}`}
    </span>
  )
}

type RowProps = Pick<CartRows, 'onQuantity' | 'onRemove' | 'onComment' | 'onWarehouses'> & {
  /** Index among all rows of the table, including group headings. */
  index: number
  line: BasketLine
  showsPrices: boolean
  error: string | undefined
  hint: string | undefined
  marked: boolean
  onToggle: (line: BasketLine) => void
}

const Row = memo(function Row({
  index,
  line,
  showsPrices,
  error,
  hint,
  marked,
  onToggle,
  onQuantity,
  onRemove,
  onComment,
  onWarehouses,
}: RowProps) {
  return (
    <tr className={table.two} data-index={index} aria-rowindex={index + 2} data-on={marked || undefined}>
      <td className="no-print">
        <input
          type="checkbox"
          aria-label={`Выбрать ${line.articul}`}
          checked={marked}
          onChange={() => onToggle(line)}
        />
      </td>
      <td>
        <Picture id={line.picture} type={line.picturetype} />
      </td>
      <td title={line.header}>
        {line.header}
        <br />
        <span className={styles.belowName}>
          <small className="dim">{line.articul}</small>
          <RowChanges line={line} hint={hint} />
          {error !== undefined && <span className={styles.refused}>{error}</span>}
          <LineComment line={line} onComment={(comment) => onComment(line, comment)} />
        </span>
      </td>
      <td className="dim" title={line.wms_header}>
        <WarehouseName line={line} onWarehouses={onWarehouses && (() => onWarehouses(line))} />
      </td>
      <td className="dim">{unitWithStep(line)}</td>
      {showsPrices && <td className={table.number}>{price(line.price)}</td>}
      <td className={table.field}>
        <LineQuantity line={line} onQuantity={onQuantity} onRemove={onRemove} />
      </td>
      {showsPrices && <td className={`${table.number} ${table.strong}`}>{price(line.sum)}</td>}
      <td className={`${table.field} no-print`}>
        <button
          type="button"
          className={styles.remove}
          aria-label={`Удалить ${line.articul || line.header}`}
          title="Удалить"
          onClick={() => onRemove(line)}
        >
          <Icon name="close" size={12} />
        </button>
      </td>
    </tr>
  )
})

/** The line's warehouse; with several warehouses a button to choose another. */
export function WarehouseName({ line, onWarehouses }: { line: BasketLine; onWarehouses: (() => void) | undefined }) {
  if (!onWarehouses || line.gone) return line.wms_header
  return (
    <button
      type="button"
      className={styles.warehouse}
      aria-label={`${line.wms_header}: другие склады для ${line.articul || line.header}`}
      onClick={onWarehouses}
    >
      {line.wms_header}
      <Icon name="down" size={12} />
    </button>
  )
}

export function toggled(marked: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(marked)
  if (!next.delete(key)) next.add(key)
  return next
}
