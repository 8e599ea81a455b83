import type { FinanceItem } from '#shared/api/money/finances.ts'
import { money } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { PaymentStateTag } from './PaymentStateTag.tsx'
import { EntryTitle } from './EntryTitle.tsx'
import type { PaymentSelection } from './use-payment-selection.ts'
import styles from './finances.module.css'

type CardsProps = { items: readonly FinanceItem[] | undefined; isRefreshing: boolean; selection: PaymentSelection }

/** The rows as cards on a phone: a whole card is the checkbox. */
export function FinanceCards({ items, isRefreshing, selection }: CardsProps) {
  return (
    <ul
      className={`${list.cards} ${styles.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Документы и платежи"
      aria-busy={isRefreshing || items === undefined}
    >
      {items
        ? items.map((item) => <FinanceCard key={item.id} item={item} selection={selection} />)
        : [1, 2, 3, 4, 5].map((row) => (
            <li key={row}>
              <Skeleton width="100%" height={40} />
            </li>
          ))}
    </ul>
  )
}

/** '18.10', with the year if it is not the current one. */
function dayWithoutThisYear(date: string | null): string {
  return date?.replace(`.${new Date().getFullYear()}`, '') ?? ''
}

function FinanceCard({ item, selection }: { item: FinanceItem; selection: PaymentSelection }) {
  const { id, date, due, left, shipped, paid, basis } = item
  const unpaid = left !== null && left > 0
  const content = (
    <>
      <span className={styles.cardText}>
        <b className="bold">
          <EntryTitle item={item} />
        </b>
        <span className="small dim">
          {unpaid
            ? `от ${dayWithoutThisYear(date)} · срок ${dayWithoutThisYear(due)}`
            : [`от ${date}`, basis].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.sums}>
        <b className="bold nowrap">{money(unpaid ? left : (shipped ?? paid))}</b>
        <PaymentStateTag item={item} />
      </span>
    </>
  )
  return (
    <li>
      {unpaid ? (
        <label className={styles.card}>
          <input type="checkbox" checked={selection.has(id)} onChange={() => selection.toggle(item)} />
          {content}
        </label>
      ) : (
        <div className={styles.card}>{content}</div>
      )}
    </li>
  )
}
