import { ratedPricesText } from '#shared/rules/prices/currencies.ts'
import { dateTime } from '#web/ui/format.ts'
import { ChangeDelivery } from './ChangeDelivery.tsx'
import { FactRows } from './FactRows.tsx'
import { ExportState } from './ExportState.tsx'
import type { StaffOrder } from './use-staff-orders.ts'

/** Buyer and terms of an order; with `delivery`, also its delivery. */
export function BuyerFacts({ order, delivery = false }: { order: StaffOrder; delivery?: boolean }) {
  const { organisation, inn, phone, contract, payment_terms, account, created_at, comment, rates } = order
  return (
    <FactRows
      rows={[
        ['Покупатель', `${organisation}, ИНН ${inn}`],
        ['Телефон', phone],
        [
          'Договор',
          [`№ ${contract.number}`, contract.contragent === organisation ? '' : contract.contragent, payment_terms]
            .filter(Boolean)
            .join(', '),
        ],
        ['Курс', rates.map(ratedPricesText).join('. ')],
        ['Заказал', `${account}, ${dateTime(created_at)}`],
        ...(delivery ? deliveryRows(order) : []),
        ['Комментарий', comment],
        ['1С', <ExportState key="handover" order={order} />],
      ]}
    />
  )
}

function deliveryRows(order: StaffOrder) {
  const { delivery, date, address, consignee, client_number } = order
  return [
    [
      'Доставка',
      <span key="delivery" className="row wrap">
        {[delivery, date, address].filter(Boolean).join(', ')}
        <ChangeDelivery order={order} />
      </span>,
    ],
    ['Получатель', consignee],
    ['Их номер', client_number],
  ] as const
}
