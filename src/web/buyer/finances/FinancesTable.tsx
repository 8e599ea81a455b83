import { Link } from '@tanstack/react-router'
import type { FinanceItem, FinanceView } from '#shared/api/money/finances.ts'
import { price } from '#web/ui/format.ts'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { PaymentStateTag } from './PaymentStateTag.tsx'
import { EntryTitle } from './EntryTitle.tsx'
import type { PaymentSelection } from './use-payment-selection.ts'
import styles from './finances.module.css'

type TableProps = {
  items: readonly FinanceItem[] | undefined
  view: FinanceView
  isRefreshing: boolean
  rowsPerPage: number
  selection: PaymentSelection
}

/** Documents and payments; unpaid ones can be selected for an invoice. */
export function FinancesTable({ items, view, isRefreshing, rowsPerPage, selection }: TableProps) {
  const hasPayable = items?.some(isPayable) ?? true
  const byDueDate = view === 'unpaid' || view === 'overdue'
  return (
    <div className={styles.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || items === undefined}
      >
        <caption className="unseen">Документы и платежи</caption>
        <colgroup>
          {hasPayable && <col style={{ width: 30 }} />}
          <col style={{ width: 88 }} />
          <col style={{ width: 190 }} />
          <col />
          <col style={{ width: 110 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 88 }} />
          <col style={{ width: 132 }} />
        </colgroup>
        <thead>
          <tr>
            {hasPayable && (
              <th scope="col">
                <span className="unseen">Оплатить</span>
              </th>
            )}
            <SortedHeading name="Дата" direction={byDueDate ? undefined : 'descending'} />
            <th scope="col">Документ</th>
            <th scope="col">Основание</th>
            {['Отгружено, ₽', 'Оплачено, ₽', 'Остаток, ₽'].map((name) => (
              <th key={name} scope="col" className={table.number}>
                {name}
              </th>
            ))}
            <SortedHeading name="Срок" direction={byDueDate ? 'ascending' : undefined} />
            <th scope="col">Состояние</th>
          </tr>
        </thead>
        <tbody>
          {items ? (
            items.map((item) => <Row key={item.id} item={item} hasPayable={hasPayable} selection={selection} />)
          ) : (
            <SkeletonRows rows={rowsPerPage} columns={hasPayable ? 9 : 8} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function SortedHeading({ name, direction }: { name: string; direction: 'ascending' | 'descending' | undefined }) {
  return (
    <th scope="col" aria-sort={direction}>
      {name}
      {direction && <span aria-hidden="true"> {direction === 'ascending' ? '↑' : '↓'}</span>}
    </th>
  )
}

function isPayable({ left }: FinanceItem): boolean {
  return left !== null && left > 0
}

function Row({ item, hasPayable, selection }: { item: FinanceItem; hasPayable: boolean; selection: PaymentSelection }) {
  const { id, date, title, basis, order, shipped, paid, left, due } = item
  return (
    <tr data-on={selection.has(id) || undefined}>
      {hasPayable && (
        <td>
          {isPayable(item) && (
            <input
              type="checkbox"
              aria-label={`Оплатить ${title}`}
              checked={selection.has(id)}
              onChange={() => selection.toggle(item)}
            />
          )}
        </td>
      )}
      <td>{date}</td>
      <td className={styles.title}>
        <EntryTitle item={item} />
      </td>
      <td className="dim" title={basis}>
        {order ? (
          <Link to="/orders/$id" params={{ id: String(order.id) }}>
            Заказ {order.number}
          </Link>
        ) : (
          basis
        )}
      </td>
      <td className={table.number}>{shipped !== null && price(shipped)}</td>
      <td className={table.number}>{paid !== null && paid !== 0 && price(paid)}</td>
      <td className={`${table.number} ${table.strong}`}>{left !== null && price(left)}</td>
      <td>{due}</td>
      <td>
        <PaymentStateTag item={item} />
      </td>
    </tr>
  )
}
