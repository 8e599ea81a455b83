import { Link } from '@tanstack/react-router'
import { endpointAddress } from '#shared/api/address.ts'
import { orderInvoice } from '#shared/api/files.ts'
import { debtInvoice } from '#shared/api/money/finances.ts'
import type { Refusal } from '#shared/api/order-preview.ts'
import { withCount, money } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { paymentAdvice } from './order-reason.ts'
import styles from './order-reason.module.css'

type Debt = NonNullable<Refusal['to_pay']>['documents'][number]

/** Further ones are collapsed. */
const maxShown = 3

/** Why an order would be refused, with its figures and the documents to pay. */
export function OrderReason({ reason }: { reason: Refusal }) {
  const { title, message, credit, available, to_pay } = reason
  return (
    <Note tone={reason.code === 'belowLeastSum' ? 'warn' : 'bad'}>
      <div className={styles.reason}>
        <p>
          <b className="bold">{title}.</b> {message}
        </p>
        {credit && available !== null && <CreditLines credit={credit} available={available} />}
        {to_pay && (
          <>
            <p>{paymentAdvice(reason)}</p>
            <Debts debts={to_pay.documents.slice(0, maxShown)} />
            {to_pay.documents.length > maxShown && (
              <details className={styles.more}>
                <summary>
                  Ещё {withCount(to_pay.documents.length - maxShown, ['документ', 'документа', 'документов'])}
                </summary>
                <Debts debts={to_pay.documents.slice(maxShown)} />
              </details>
            )}
          </>
        )}
      </div>
    </Note>
  )
}

function Debts({ debts }: { debts: readonly Debt[] }) {
  return (
    <ul className={styles.debts}>
      {debts.map(({ id, entry, number, date, due, overdue_days, left, invoice }) => (
        <li key={id ?? number}>
          <div>
            {id === null ? (
              <b className="bold nowrap">{number}</b>
            ) : (
              <Link to="/orders/$id" params={{ id: String(id) }} className="nowrap">
                {number}
              </Link>
            )}
            {invoice && (
              <a href={invoiceOf({ id, entry })} download aria-label={`Счёт ${number}, PDF`}>
                Счёт
              </a>
            )}
            <span className="grow" />
            <b className="bold nowrap">{money(left)}</b>
          </div>
          от {date}
          {due === null ? ', ещё не отгружен' : `, оплатить до ${due}`}
          {overdue_days > 0 && <b className="bold bad">, просрочен {overdue_days} дн.</b>}
        </li>
      ))}
    </ul>
  )
}

function invoiceOf({ id, entry }: Pick<Debt, 'id' | 'entry'>): string {
  return id === null
    ? endpointAddress(debtInvoice, { documents: String(entry) })
    : endpointAddress(orderInvoice, { id })
}

function CreditLines({
  credit: { limit, debt, unshipped, advance },
  available,
}: {
  credit: NonNullable<Refusal['credit']>
  available: number
}) {
  return (
    <dl className={styles.credit}>
      <dt>Кредитный лимит</dt>
      <dd>{money(limit)}</dd>
      <dt>Долг</dt>
      <dd>− {money(debt)}</dd>
      <dt>Заказано, не отгружено</dt>
      <dd>− {money(unshipped)}</dd>
      {advance > 0 && (
        <>
          <dt>Аванс</dt>
          <dd>+ {money(advance)}</dd>
        </>
      )}
      <dt>Доступно</dt>
      <dd>{money(available)}</dd>
    </dl>
  )
}
