import type { ReactNode } from 'react'
import { price, quantity } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import table from '#web/ui/tables/table.module.css'
import type { OrderedLine } from './changes.ts'
import { changeText } from './LineState.tsx'
import styles from './order-lines.module.css'

type Column = { title: ReactNode; width: number; number?: boolean }

type TableProps = {
  caption: string
  showsPrices: boolean
  /** Heading of the column of ordered or remaining quantities. */
  ordered: string
  /** Columns between the ordered quantity and the sum, and after the sum. */
  middle: Column
  last: Column
  children: ReactNode
  foot?: ReactNode
}

/** Table of order lines, read-only or editable, with a common column order. */
export function LinesTable({ caption, showsPrices, ordered, middle, last, children, foot }: TableProps) {
  const columns: Column[] = [
    { title: <span className="unseen">Фото</span>, width: 36 },
    { title: 'Наименование', width: 0 },
    { title: 'Склад', width: 76 },
    ...(showsPrices ? [{ title: 'Цена, ₽', width: 84, number: true }] : []),
    { title: ordered, width: 84, number: true },
    { ...middle, number: true },
    ...(showsPrices ? [{ title: 'Сумма, ₽', width: 96, number: true }] : []),
    last,
  ]
  return (
    <div className={styles.frame}>
      <table className={table.table}>
        <caption className="unseen">{caption}</caption>
        <colgroup>
          {columns.map(({ width }, index) => (
            <col key={index} style={width === 0 ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ title, number }, index) => (
              <th key={index} scope="col" className={number ? table.number : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}

/** The first cells of every row. */
export function LineFacts({ line, showsPrices }: { line: OrderedLine; showsPrices: boolean }) {
  const { picture, picturetype, header, articul, comment = '', price_note: note = '', wms_header, qnt, unit } = line
  return (
    <>
      <td>
        <Picture id={picture} type={picturetype} />
      </td>
      <td title={[header, comment].filter(Boolean).join('\n')}>
        {header}
        <br />
        <small className="dim">{articul}</small>
        {comment && <small className={styles.comment}>{comment}</small>}
        {changeText(line) && <small className={`warn ${styles.changed}`}>{changeText(line)}</small>}
      </td>
      <td className="dim" title={wms_header}>
        {wms_header}
      </td>
      {showsPrices && (
        <td className={table.number} title={note || undefined}>
          {price(line.price)}
          {note && <small className={`dim ${styles.priceNote}`}>{note}</small>}
        </td>
      )}
      <td className={table.number}>
        {quantity(qnt)} <small className="dim">{unit}</small>
      </td>
    </>
  )
}
