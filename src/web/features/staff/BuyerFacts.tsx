import { moment } from '#web/ui/format.ts'
import { HandOver } from './HandOver.tsx'
import type { StaffOrder } from './use-staff-orders.ts'

/** Who ordered, under which terms, and how it is to reach them. */
export function BuyerFacts({ order }: { order: StaffOrder }) {
  const { organisation, inn, phone, contract, payment_terms, account, created_at, delivery, date, address, consignee, client_number, comment } = order
  const rows = [
    ['Покупатель', `${organisation}, ИНН ${inn}`],
    ['Телефон', phone],
    ['Договор', [`№ ${contract.number}`, contract.contragent === organisation ? '' : contract.contragent, payment_terms].filter(Boolean).join(', ')],
    ['Заказал', `${account}, ${moment(created_at)}`],
    ['Доставка', [delivery, date, address].filter(Boolean).join(', ')],
    ['Получатель', consignee],
    ['Их номер', client_number],
    ['Комментарий', comment],
    ['1С', <HandOver key="handover" order={order} />],
  ] as const
  return (
    <dl className="facts">
      {rows.map(([name, value]) =>
        value ? (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
