import type { FinanceItem } from '#shared/api/money/finances.ts'
import { money } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { DebtState } from './DebtState.tsx'
import { EntryTitle } from './EntryTitle.tsx'
import type { Chosen } from './use-chosen.ts'
import styles from './finances.module.css'

type CardsProps = { items: readonly FinanceItem[] | undefined; waiting: boolean; chosen: Chosen }

/** The rows as cards on a phone: a whole card is the checkbox. */
export function FinanceCards({ items, waiting, chosen }: CardsProps) {
  return (
    <ul
      className={`${list.cards} ${styles.cards} ${waiting ? table.waiting : ''}`}
      aria-label="Документы и платежи"
      aria-busy={waiting || items === undefined}
    >
      {items
        ? items.map((item) => <FinanceCard key={item.id} item={item} chosen={chosen} />)
        : [1, 2, 3, 4, 5].map((row) => (
            <li key={row}>
              <Skeleton width="100%" height={40} />
            </li>
          ))}
    </ul>
  )
}

/** '18.10', with the year if it is not the current one. */
function shortDay(date: string | null): string {
  return date?.replace(`.${new Date().getFullYear()}`, '') ?? ''
}

function FinanceCard({ item, chosen }: { item: FinanceItem; chosen: Chosen }) {
  const { id, date, due, left, shipped, paid, basis } = item
  const unpaid = left !== null && left > 0
  const words = (
    <>
      <span className={styles.words}>
        <b className="bold">
          <EntryTitle item={item} />
        </b>
        <span className="small dim">
          {unpaid ? `от ${shortDay(date)} · срок ${shortDay(due)}` : [`от ${date}`, basis].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.sums}>
        <b className="bold nowrap">{money(unpaid ? left : (shipped ?? paid))}</b>
        <DebtState item={item} />
      </span>
    </>
  )
  return (
    <li>
      {unpaid ? (
        <label className={styles.card}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => chosen.toggle(item)} />
          {words}
        </label>
      ) : (
        <div className={styles.card}>{words}</div>
      )}
    </li>
  )
}
