import { Link } from '@tanstack/react-router'
import type { Refusal } from '#shared/api/order-preview.ts'
import { money } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { payWords } from './order-reasons.ts'
import styles from './order-parts.module.css'

/** Why the order would be refused, what that is made of, and what to pay so that it is not. */
export function OrderReason({ reason }: { reason: Refusal }) {
  const { title, message, credit, available, to_pay } = reason
  return (
    <Note tone={reason.code === 'belowLeastSum' ? 'warn' : 'bad'}>
      <p>
        <b className="bold">{title}.</b> {message}
      </p>
      {credit && available !== null && <CreditLines credit={credit} available={available} />}
      {to_pay && (
        <>
          <p>{payWords(reason)}</p>
          {to_pay.documents.length > 0 && (
            <ul className={styles.debts}>
              {to_pay.documents.map((debt) => (
                <li key={debt.id}>
                  <div>
                    <Link to="/orders/$id" params={{ id: String(debt.id) }}>
                      № {debt.number}
                    </Link>
                    <a href={`/api/order/${debt.id}/invoice.pdf`} download aria-label={`Счёт ${debt.number}, PDF`}>
                      Счёт
                    </a>
                    <span className="grow" />
                    <b className="bold nowrap">{money(debt.left)}</b>
                  </div>
                  от {debt.date}
                  {debt.due && `, оплатить до ${debt.due}`}
                  {debt.overdue_days > 0 && <b className="bold bad">, просрочен {debt.overdue_days} дн.</b>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Note>
  )
}

function CreditLines({ credit: { limit, debt, unshipped, advance }, available }: { credit: NonNullable<Refusal['credit']>; available: number }) {
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
