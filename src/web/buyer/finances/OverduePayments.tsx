import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endpointAddress } from '#shared/api/address.ts'
import { debtInvoice } from '#shared/api/money/finances.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { money, withCount } from '#web/ui/format.ts'
import { overdueQuery } from './use-finances.ts'
import styles from './finances.module.css'

/** The finances page lists the others. */
const maxShown = 3

/** Payments that lift a stop: the overdue documents, each with its invoice, and one invoice for all. */
export function OverduePayments({ contract }: { contract: number }) {
  const { data } = useQuery(overdueQuery(contract))
  if (!data || data.items.length === 0) return null
  const { items, overdue, pagination } = data
  const remaining = pagination.total - maxShown
  return (
    <div className={styles.overdue}>
      <ul aria-label="Что оплатить">
        {items.slice(0, maxShown).map(({ id, title, date, left: sum, overdue_days: days }) => (
          <li key={id}>
            <b className="bold nowrap">{title}</b> от {date}, просрочен {days} дн. –{' '}
            <b className="bold nowrap">{money(sum)}</b>{' '}
            <FileLink href={endpointAddress(debtInvoice, { contract, documents: String(id) })}>
              <span aria-label={`Счёт на ${title}, PDF`}>счёт</span>
            </FileLink>
          </li>
        ))}
      </ul>
      <div className="row wrap">
        <FileLink href={endpointAddress(debtInvoice, { contract })} className={buttonClass({ small: true })}>
          Счёт на {money(overdue)}
        </FileLink>
        <Link to="/finances" search={{ contract, view: 'overdue' }} className="small">
          {remaining > 0
            ? `Ещё ${withCount(remaining, ['документ', 'документа', 'документов'])}`
            : 'Из чего складывается долг'}
        </Link>
      </div>
    </div>
  )
}
