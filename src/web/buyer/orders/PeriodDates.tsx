import { DateField } from '#web/ui/forms/DateField.tsx'
import type { OrdersSearch } from './orders-url.ts'
import styles from './orders.module.css'

type DatesProps = {
  startDate: string | undefined
  endDate: string | undefined
  wrong: boolean
  onChange: (change: OrdersSearch) => void
}

/** Start and end of a custom period. */
export function PeriodDates({ startDate, endDate, wrong, onChange }: DatesProps) {
  return (
    <span className={styles.dates}>
      <DateField
        label="Начало периода"
        value={startDate}
        invalid={wrong}
        onChange={(date) => onChange({ dateselect: 'custom', startDate: date, endDate })}
      />
      <span aria-hidden="true">–</span>
      <DateField
        label="Конец периода"
        value={endDate}
        invalid={wrong}
        onChange={(date) => onChange({ dateselect: 'custom', startDate, endDate: date })}
      />
    </span>
  )
}
