import { lazy, Suspense } from 'react'
import { money } from '#web/ui/format.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { ChangeDelivery } from './ChangeDelivery.tsx'
import { FactRows } from './FactRows.tsx'
import type { StaffOrder } from './use-staff-orders.ts'
import styles from './staff.module.css'

const DeliveryDate = lazy(() => import('./DeliveryDate.tsx').then((module) => ({ default: module.DeliveryDate })))

/** Delivery of the order, and the controls to change it. */
export function DeliveryFacts({ order }: { order: StaffOrder }) {
  const { delivery, delivery_price, date, address, consignee, client_number } = order
  return (
    <Card title="Доставка" extra={<ChangeDelivery order={order} />}>
      <CardBody>
        <FactRows
          rows={[
            ['Способ', delivery],
            ['Стоимость', delivery_price === null || delivery_price === 0 ? null : money(delivery_price)],
            ['Дата', date],
            ['Адрес', address],
            ['Получатель', consignee],
            ['Их номер', client_number],
          ]}
        />
        {order.changeable && (
          <div className={`${styles.date} no-print`}>
            <Suspense>
              <DeliveryDate key={date} order={order} />
            </Suspense>
          </div>
        )}
      </CardBody>
    </Card>
  )
}
