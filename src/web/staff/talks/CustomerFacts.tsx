import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ContractFacts } from '#shared/api/staff/talk.ts'
import type { ChatInvoice } from '#shared/api/talk/chat.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { OrderStateTag } from '#web/parts/order-lines/OrderStateTag.tsx'
import { Button } from '#web/ui/Button.tsx'
import { money, price, shortDate, withCount } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { DescriptionItem } from '#web/ui/page/DescriptionItem.tsx'
import type { Person } from './ChatHeader.tsx'
import { useChatFacts } from './use-talks.ts'
import styles from './talks.module.css'

type FactsProps = {
  id: number
  person: Pick<Person, 'organisation' | 'phone' | 'login'>
  seesClaims: boolean
  onInvoices: (invoices: readonly ChatInvoice[]) => void
}

/** The customer of a chat: contacts, debts by contract, recent orders, open claims and basket. */
export function CustomerFacts({ id, person: { organisation, phone, login }, seesClaims, onInvoices }: FactsProps) {
  const { data, error, refetch } = useChatFacts(id)
  return (
    <section className={styles.customer} aria-label="О покупателе">
      <h2>{organisation}</h2>
      <dl className={styles.kv}>
        {phone !== '' && (
          <DescriptionItem name="Телефон">
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          </DescriptionItem>
        )}
        <DescriptionItem name="Почта">
          <a href={`mailto:${login}`}>{login}</a>
        </DescriptionItem>
      </dl>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={120} />}
      {data?.contracts.map((contract) => (
        <Contract key={contract.id} contract={contract} onInvoices={onInvoices} />
      ))}
      {data?.contracts.length === 0 && <p className="small dim">Действующих договоров у этого человека нет</p>}
      {data && data.orders.length > 0 && (
        <Group title="Последние заказы">
          {data.orders.map(({ id: order, number, state, sum }) => (
            <li key={order}>
              <Link to="/admin/orders/$id" params={{ id: String(order) }}>
                {number}
              </Link>
              <OrderStateTag state={state} status={stateName(state)} />
              <span className="grow" />
              <span className="nowrap">{price(sum)}</span>
            </li>
          ))}
        </Group>
      )}
      {data && data.claims.length + data.basket.lines > 0 && (
        <Group title="Ещё открыто">
          {data.claims.map((claim) => (
            <li key={claim.id} title={`Рекламация ${claim.number}`}>
              {seesClaims ? (
                <Link to="/admin/claims/$id" params={{ id: String(claim.id) }}>
                  {claim.number}
                </Link>
              ) : (
                claim.number
              )}
              <ClaimTag state={claim.state} />
              <span className="grow" />
              <span className="small dim nowrap">{`срок ${shortDate(claim.by)}`}</span>
            </li>
          ))}
          {data.basket.lines > 0 && (
            <li>
              {`Корзина, ${withCount(data.basket.lines, ['строка', 'строки', 'строк'])}`}
              <span className="grow" />
              <span className="nowrap">{money(data.basket.sum)}</span>
            </li>
          )}
        </Group>
      )}
    </section>
  )
}

type ContractProps = { contract: ContractFacts; onInvoices: FactsProps['onInvoices'] }

function Contract({ contract, onInvoices }: ContractProps) {
  const { number, contragent, payment, prices, debt, overdue, overdue_days: days, available, invoices } = contract
  const { stopOrders, debtAlert } = contract
  return (
    <>
      <dl className={styles.kv}>
        <DescriptionItem name="Договор">{`№ ${number}, ${payment}`}</DescriptionItem>
        <DescriptionItem name="Контрагент">{contragent}</DescriptionItem>
        <DescriptionItem name="Цены">{prices}</DescriptionItem>
        <DescriptionItem name="Долг">
          <b>{money(debt)}</b>
        </DescriptionItem>
        {overdue > 0 && (
          <DescriptionItem name="Просрочено">
            <b className="bad">{money(overdue)}</b>
            {`, ${days} дн.`}
          </DescriptionItem>
        )}
        {available !== null && <DescriptionItem name="Доступно">{money(available)}</DescriptionItem>}
      </dl>
      {(stopOrders || invoices.length > 0) && (
        <div className={styles.alert} data-stop={stopOrders || undefined}>
          <Icon name="warning" />
          <div className="column">
            <span>
              {stopOrders
                ? debtAlert || `Стоп новых заказов по № ${number}`
                : `Не оплачено в срок: ${invoices.map(({ header }) => header).join(', ')}`}
            </span>
            {invoices.length > 0 && (
              <Button small onClick={() => onInvoices(invoices)}>
                {invoices.length === 1 ? 'Отправить счёт в чат' : `Отправить счета в чат: ${invoices.length}`}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className={styles.rows}>{children}</ul>
    </div>
  )
}
