import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { documentPdf, type ShippingDocument } from '#shared/api/money/documents.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { money, monthName, price, withCount, selectPageLabel } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import table from '#web/ui/tables/table.module.css'
import { DocumentState } from './DocumentState.tsx'
import { documentForms, type DocumentList, type MarkedDocuments } from './use-documents.ts'
import styles from './documents.module.css'

type Month = DocumentList['months'][number]
type RowsProps = {
  items: readonly ShippingDocument[] | undefined
  months: readonly Month[] | undefined
  isRefreshing: boolean
  marked: MarkedDocuments
}

/** Documents with state and PDF; checked ones can be downloaded as a ZIP. */
export function DocumentsTable({ items, months, isRefreshing, marked }: RowsProps) {
  const all = items !== undefined && items.length > 0 && items.every(marked.has)
  return (
    <div className={styles.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || items === undefined}
      >
        <caption className="unseen">Документы</caption>
        <colgroup>
          <col style={{ width: 30 }} />
          <col style={{ width: 256 }} />
          <col style={{ width: 92 }} />
          <col />
          <col style={{ width: 120 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 250 }} />
          <col style={{ width: 84 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={selectPageLabel}
                checked={all}
                onChange={() => marked.mark(items ?? [], !all)}
              />
            </th>
            <th scope="col">Документ</th>
            <th scope="col" aria-sort="descending">
              Дата <span aria-hidden="true">↓</span>
            </th>
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
            byMonth(items).map(([month, documents]) => (
              <Fragment key={month}>
                <MonthRow month={month} totals={totalsOf(months, month)} items={documents} marked={marked} />
                {documents.map((item) => (
                  <Row key={item.id} item={item} marked={marked} />
                ))}
              </Fragment>
            ))
          ) : (
            <SkeletonRows rows={14} columns={8} />
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Documents of a page grouped by month, yyyy-mm, in their order. */
function byMonth(items: readonly ShippingDocument[]): [month: string, items: ShippingDocument[]][] {
  return [...Map.groupBy(items, ({ date }) => parseDay(date).slice(0, 7))]
}

function totalsOf(months: readonly Month[] | undefined, month: string): Month | undefined {
  return months?.find((totals) => totals.month === month)
}

type MonthProps = {
  month: string
  totals: Month | undefined
  items: readonly ShippingDocument[]
  marked: MarkedDocuments
}

/** Heading of a month: number of documents, and the shipped sum net of returns. */
function MonthRow({ month, totals, items, marked }: MonthProps) {
  const all = items.every(marked.has)
  const name = monthName(month)
  return (
    <tr className={styles.month} data-on={all || undefined}>
      <td>
        <input
          type="checkbox"
          data-row
          aria-label={`Выбрать: ${name}`}
          checked={all}
          onChange={() => marked.mark(items, !all)}
          onKeyDown={moveRowFocus}
        />
      </td>
      <th scope="rowgroup" colSpan={3}>
        {name} <span className="dim">{monthText(totals, items)}</span>
      </th>
      <td colSpan={4} className={table.strong}>
        <span className={styles.monthSum}>{price(totals?.shipped ?? null)}</span>
      </td>
    </tr>
  )
}

function monthText(totals: Month | undefined, items: readonly ShippingDocument[]): string {
  if (!totals) return ''
  const counted = withCount(totals.count, documentForms)
  if (totals.shipped === null) return counted
  const hasReturn = items.some(({ sum }) => sum !== null && sum < 0)
  return `${counted}, отгружено${hasReturn ? ' минус возврат' : ''}`
}

function Row({ item, marked }: { item: ShippingDocument; marked: MarkedDocuments }) {
  const { title, date, sum, vat } = item
  const isMarked = marked.has(item)
  return (
    <tr data-on={isMarked || undefined}>
      <td>
        <input
          type="checkbox"
          data-row
          aria-label={`Выбрать ${title}`}
          checked={isMarked}
          onChange={() => marked.mark([item], !isMarked)}
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
        <span className={styles.files}>
          <Pdf item={item} />
        </span>
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
    <>
      <FileLink href={endpointAddress(documentPdf, { id })}>
        PDF<span className="unseen"> {title}</span>
      </FileLink>
      <a
        href={endpointAddress(documentPdf, { id, view: 1 })}
        target="_blank"
        rel="noreferrer"
        className={styles.print}
        title="Открыть для печати"
        aria-label={`Печать: ${title}`}
      >
        <Icon name="print" />
      </a>
    </>
  )
}

/** The rows as cards on a phone. */
export function DocumentCards({ items, months, isRefreshing, marked }: RowsProps) {
  return (
    <ul className={`${list.cards} ${styles.cards} ${isRefreshing ? table.refreshing : ''}`} aria-label="Документы">
      {items &&
        byMonth(items).map(([month, documents]) => (
          <Fragment key={month}>
            <li className={styles.monthCard}>
              <b className="bold">{monthName(month)}</b>
              <span className="small dim">{withCount(totalsOf(months, month)?.count ?? 0, documentForms)}</span>
            </li>
            {documents.map((item) => (
              <DocumentCard key={item.id} item={item} marked={marked} />
            ))}
          </Fragment>
        ))}
    </ul>
  )
}

function DocumentCard({ item, marked }: { item: ShippingDocument; marked: MarkedDocuments }) {
  const isMarked = marked.has(item)
  const content = (
    <span>
      <b className="bold">{item.title}</b>
      <span className="small dim">{[item.date, item.sum !== null && money(item.sum)].filter(Boolean).join(' · ')}</span>
      <span className={styles.state}>
        <DocumentState item={item} />
      </span>
    </span>
  )
  return (
    <li className={styles.card} data-on={isMarked || undefined}>
      <label className={styles.words}>
        <input type="checkbox" checked={isMarked} onChange={() => marked.mark([item], !isMarked)} />
        {content}
      </label>
      <span className={styles.pdf}>
        <Pdf item={item} />
      </span>
    </li>
  )
}
