import { DateField } from './DateField.tsx'
import styles from './field.module.css'

type Period = { start: string | undefined; end: string | undefined }
type PeriodFieldsProps = Period & { isInvalid: boolean; onChange: (period: Period) => void }

/** First and last day of a period, dd.mm.yyyy. Import it lazily. */
export function PeriodFields({ start, end, isInvalid, onChange }: PeriodFieldsProps) {
  return (
    <span className={styles.dates}>
      <DateField
        label="Начало периода"
        value={start}
        invalid={isInvalid}
        onChange={(date) => onChange({ start: date, end })}
      />
      <span aria-hidden="true">–</span>
      <DateField
        label="Конец периода"
        value={end}
        invalid={isInvalid}
        onChange={(date) => onChange({ start, end: date })}
      />
    </span>
  )
}
