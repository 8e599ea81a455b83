import type { OrderDetails } from '#shared/api/orders.ts'
import { ratedPricesText } from '#shared/rules/prices/currencies.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { cancelled } from '#shared/rules/order-states.ts'
import { dateTime, money } from '#web/ui/format.ts'
import { PaymentText } from '#web/parts/order-lines/OrderStateTag.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { OptionalItem } from '#web/ui/page/DescriptionItem.tsx'
import styles from './order.module.css'

/** Payment of the order and the unpaid rest. */
export function PaymentCard({ order: { sum, paid, payment, state, pay_until, rates } }: { order: OrderDetails }) {
  const left = sum === null || paid === null || state === cancelled ? null : Math.max(0, kopecks(sum) - kopecks(paid))
  return (
    <Card title="Оплата" extra={<PaymentText payment={payment} state={state} />}>
      <CardBody>
        <dl className={styles.sums}>
          <dt>Сумма</dt>
          <dd className="bold">{money(sum)}</dd>
          <dt>Оплачено</dt>
          <dd>{money(paid)}</dd>
          {left !== null && left > 0 && (
            <>
              <dt>Осталось</dt>
              <dd className="bold">{money(roubles(left))}</dd>
            </>
          )}
          {pay_until !== null && (
            <>
              <dt>Срок</dt>
              <dd className={payment.startsWith('Просрочен') ? 'bad' : undefined}>{pay_until}</dd>
            </>
          )}
        </dl>
        {rates.map((rate) => (
          <p key={rate.currency} className="small dim">
            {ratedPricesText(rate)}
          </p>
        ))}
      </CardBody>
    </Card>
  )
}

export function DeliveryCard({ order, showsPrices }: { order: OrderDetails; showsPrices: boolean }) {
  const { delivery, delivery_price, address, date, consignee, comment } = order
  return (
    <Card title="Доставка">
      <CardBody>
        <dl className="facts">
          <OptionalItem name="Способ" value={delivery} />
          {showsPrices && delivery_price !== null && delivery_price > 0 && (
            <OptionalItem name="Стоимость" value={money(delivery_price)} />
          )}
          <OptionalItem name="Дата" value={date} />
          <OptionalItem name="Адрес" value={address} />
          <OptionalItem name="Получатель" value={consignee} />
          <OptionalItem name="Комментарий" value={comment} />
        </dl>
      </CardBody>
    </Card>
  )
}

/** Comments of the order's history; changes of state are shown in the steps. */
export function HistoryCard({ order: { history } }: { order: OrderDetails }) {
  const comments = history.filter(({ comment }) => comment !== '')
  if (comments.length === 0) return null
  return (
    <Card title="Сообщения">
      <CardBody>
        <ul className={styles.comments}>
          {comments.map(({ at, author, status, comment }) => (
            <li key={`${at}-${status}`}>
              <div className="small dim">
                {dateTime(at)} · {author} · {status}
              </div>
              {comment}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
