import { Link } from '@tanstack/react-router'
import { endpointAddress } from '#shared/api/address.ts'
import { documentPdf, type ShippingDocument } from '#shared/api/money/documents.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { money, price } from '#web/ui/format.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import table from '#web/ui/tables/table.module.css'
import { DocumentState } from './DocumentState.tsx'
import type { MarkedDocuments } from './use-documents.ts'
import styles from './documents.module.css'

type RowsProps = { items: readonly ShippingDocument[] | undefined; waiting: boolean; marked: MarkedDocuments }

/** Documents with their state and PDF; marked ones go into a ZIP. */
export function DocumentsTable({ items, waiting, marked }: RowsProps) {
  const all = items !== undefined && items.length > 0 && items.every(marked.has)
  return (
    <div className={styles.frame}>
      <table className={`${table.table} ${waiting ? table.waiting : ''}`} aria-busy={waiting || items === undefined}>
        <caption className="unseen">Документы</caption>
        <colgroup>
          <col style={{ width: 30 }} />
          <col style={{ width: 256 }} />
          <col style={{ width: 92 }} />
          <col />
          <col style={{ width: 120 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 250 }} />
          <col style={{ width: 60 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Выбрать все на странице"
                checked={all}
                onChange={() => marked.mark(items ?? [], !all)}
              />
            </th>
            <th scope="col">Документ</th>
            <th scope="col">Дата</th>
            <th scope="col">Основание</th>
            <th scope="col" className={table.number}>
              Сумма, ₽
            </th>
            <th scope="col" className={table.number}>
              НДС, ₽
            </th>
            <th scope="col">Состояние</th>
            <th scope="col" className={table.number}>
              Файл
            </th>
          </tr>
        </thead>
        <tbody>
          {items ? (
            items.map((item) => <Row key={item.id} item={item} marked={marked} />)
          ) : (
            <SkeletonRows rows={14} columns={8} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function Row({ item, marked }: { item: ShippingDocument; marked: MarkedDocuments }) {
  const { title, date, sum, vat } = item
  const on = marked.has(item)
  return (
    <tr data-on={on || undefined}>
      <td>
        <input
          type="checkbox"
          data-row
          aria-label={`Выбрать ${title}`}
          checked={on}
          onChange={() => marked.mark([item], !on)}
          onKeyDown={moveRowFocus}
        />
      </td>
      <td className={styles.title} title={title}>
        {title}
      </td>
      <td>{date}</td>
      <td className="dim">
        <Basis item={item} />
      </td>
      <td className={`${table.number} ${table.strong}`}>{price(sum)}</td>
      <td className={table.number}>{price(vat)}</td>
      <td>
        <DocumentState item={item} />
      </td>
      <td className={table.number}>
        <Pdf item={item} />
      </td>
    </tr>
  )
}

function Basis({ item: { order, basis } }: { item: ShippingDocument }) {
  if (!order) return basis
  return (
    <Link to="/orders/$id" params={{ id: String(order.id) }}>
      Заказ {order.number}
    </Link>
  )
}

function Pdf({ item: { id, title } }: { item: ShippingDocument }) {
  return (
    <FileLink href={endpointAddress(documentPdf, { id })}>
      PDF<span className="unseen"> {title}</span>
    </FileLink>
  )
}

/** The same on a phone. */
export function DocumentCards({ items, waiting, marked }: RowsProps) {
  return (
    <ul className={`${list.cards} ${styles.cards} ${waiting ? table.waiting : ''}`} aria-label="Документы">
      {items?.map((item) => (
        <DocumentCard key={item.id} item={item} marked={marked} />
      ))}
    </ul>
  )
}

function DocumentCard({ item, marked }: { item: ShippingDocument; marked: MarkedDocuments }) {
  const on = marked.has(item)
  const words = (
    <span>
      <b className="bold">{item.title}</b>
      <span className="small dim">{[item.date, item.sum !== null && money(item.sum)].filter(Boolean).join(' · ')}</span>
      <span className={styles.state}>
        <DocumentState item={item} />
      </span>
    </span>
  )
  return (
    <li className={styles.card} data-on={on || undefined}>
      <label className={styles.words}>
        <input type="checkbox" checked={on} onChange={() => marked.mark([item], !on)} />
        {words}
      </label>
      <span className={styles.pdf}>
        <Pdf item={item} />
      </span>
    </li>
  )
}
