import { useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/forms/DateField.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useStaffChange, type StaffOrder } from './use-staff-orders.ts'

/** Delivery date, changed by staff; the buyer is notified. A date without deliveries needs a confirmation. */
export function DeliveryDate({ order }: { order: StaffOrder }) {
  const [date, setDate] = useState(order.date ?? undefined)
  const change = useStaffChange(order)
  const notify = useNotify()
  const isUnchanged = date === undefined || date === order.date
  const warning =
    change.error instanceof CallError && change.error.code === 'unusualDay' ? change.error.message : undefined

  function changeDate(day: string | undefined) {
    change.reset()
    setDate(day)
  }

  function save(any_day = false) {
    change.mutate(
      { date, any_day },
      {
        onSuccess: () =>
          notify({ tone: 'ok', text: `Дата доставки заказа ${order.numberOrder}: ${date}`, fadeMs: 3000 }),
      },
    )
  }

  return (
    <div className="column">
      <span className="small muted" aria-hidden="true">
        Дата доставки
      </span>
      <div className="row wrap">
        <DateField label="Дата доставки" value={date} invalid={change.error !== null} onChange={changeDate} />
        <Button
          small
          busy={change.isPending && !change.variables.any_day}
          disabled={isUnchanged}
          onClick={() => save()}
        >
          Изменить дату
        </Button>
      </div>
      {change.error && warning === undefined && (
        <p className="bad" role="alert">
          {change.error.message}
        </p>
      )}
      {warning !== undefined && (
        <Note tone="warn" role="alert">
          <div className="column">
            {warning}
            <div>
              <Button small onClick={() => save(true)}>
                Всё равно назначить
              </Button>
            </div>
          </div>
        </Note>
      )}
    </div>
  )
}
