import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useStaffChange, type StaffOrder } from './use-staff-orders.ts'

/** The day of delivery as staff agree it; the buyer is told. */
export function DeliveryDate({ order }: { order: StaffOrder }) {
  const [date, setDate] = useState(order.date ?? undefined)
  const change = useStaffChange(order)
  const notify = useNotify()
  const same = date === undefined || date === order.date
  return (
    <div className="column">
      <span className="small muted" aria-hidden="true">
        Дата доставки
      </span>
      <div className="row wrap">
        <DateField label="Дата доставки" value={date} invalid={change.error !== null} onChange={setDate} />
        <Button small busy={change.isPending} disabled={same} onClick={() => change.mutate({ date }, { onSuccess: () => notify({ tone: 'ok', text: `Дата доставки заказа ${order.numberOrder}: ${date}`, fadeMs: 3000 }) })}>
          Изменить дату
        </Button>
      </div>
      {change.error && (
        <p className="bad" role="alert">
          {change.error.message}
        </p>
      )}
    </div>
  )
}
