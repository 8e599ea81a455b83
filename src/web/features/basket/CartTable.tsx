import { memo } from 'react'
import type { BasketLine } from '#shared/api/basket.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { price, quantity } from '#web/ui/format.ts'
import { Picture } from '#web/ui/Picture.tsx'
import table from '#web/ui/table.module.css'
import { LineQuantity } from './LineQuantity.tsx'
import { RowNews } from './RowNews.tsx'
import { keyOf } from './lines.ts'
import styles from './cart.module.css'

export type CartRows = {
  lines: readonly BasketLine[]
  errors: Record<string, string>
  marked: ReadonlySet<string>
  onMark: (marked: ReadonlySet<string>) => void
  onQuantity: (line: BasketLine, quantityMilli: number) => void
  onRemove: (line: BasketLine) => void
}

export function CartTable({ lines, errors, marked, onMark, onQuantity, onRemove }: CartRows) {
  const all = lines.every((line) => marked.has(keyOf(line)))
  const showsPrices = lines.some((line) => line.price !== null)
  return (
    <div className={styles.frame}>
      <table className={table.table}>
        <caption className="unseen">Товары в корзине</caption>
        <colgroup>
          <col style={{ width: 28 }} className="no-print" />
          <col style={{ width: 36 }} />
          <col />
          <col style={{ width: 66 }} />
          <col style={{ width: 68 }} />
          {showsPrices && <col style={{ width: 84 }} />}
          <col style={{ width: 108 }} />
          {showsPrices && <col style={{ width: 96 }} />}
          <col style={{ width: 34 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="no-print">
              <input type="checkbox" aria-label="Выбрать все" checked={all} onChange={() => onMark(all ? new Set() : new Set(lines.map(keyOf)))} />
            </th>
            <th scope="col">
              <span className="unseen">Фото</span>
            </th>
            <th scope="col">Наименование</th>
            <th scope="col">Склад</th>
            <th scope="col">Ед.</th>
            {showsPrices && <th scope="col" className={table.number}>Цена, ₽</th>}
            <th scope="col" className={table.number}>Заказ</th>
            {showsPrices && <th scope="col" className={table.number}>Сумма, ₽</th>}
            <th scope="col" className="no-print">
              <span className="unseen">Удалить</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row
              key={keyOf(line)}
              line={line}
              showsPrices={showsPrices}
              error={errors[keyOf(line)]}
              marked={marked.has(keyOf(line))}
              onMark={() => onMark(toggled(marked, keyOf(line)))}
              onQuantity={(quantityMilli) => onQuantity(line, quantityMilli)}
              onRemove={() => onRemove(line)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  line: BasketLine
  showsPrices: boolean
  error: string | undefined
  marked: boolean
  onMark: () => void
  onQuantity: (quantityMilli: number) => void
  onRemove: () => void
}

const Row = memo(function Row({ line, showsPrices, error, marked, onMark, onQuantity, onRemove }: RowProps) {
  return (
    <tr className={table.two} data-on={marked || undefined}>
      <td className="no-print">
        <input type="checkbox" aria-label={`Выбрать ${line.articul}`} checked={marked} onChange={onMark} />
      </td>
      <td>
        <Picture id={line.picture} type={line.picturetype} />
      </td>
      <td title={line.header}>
        {line.header}
        <br />
        <small className="dim">{line.articul}</small> <RowNews line={line} />
        {error !== undefined && <span className={styles.refused}>{error}</span>}
      </td>
      <td className="dim" title={line.wms_header}>{line.wms_header}</td>
      <td className="dim">{unitOf(line)}</td>
      {showsPrices && <td className={table.number}>{price(line.price)}</td>}
      <td className={table.field}>
        <LineQuantity line={line} onQuantity={onQuantity} />
      </td>
      {showsPrices && <td className={`${table.number} ${table.strong}`}>{price(line.sum)}</td>}
      <td className={`${table.field} no-print`}>
        <button type="button" className={styles.remove} aria-label={`Удалить ${line.articul || line.header}`} title="Удалить" onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      </td>
    </tr>
  )
})

/** 'шт', with a multiplicity '×10 шт'. */
export function unitOf({ step, decimals, unit }: BasketLine): string {
  return step === 1 || decimals === 2 ? unit : `×${quantity(step)} ${unit}`
}

export function toggled(marked: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(marked)
  if (!next.delete(key)) next.add(key)
  return next
}
