import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { DateInput } from '@mantine/dates'
import { formatDay, parseDay } from '#shared/rules/dates.ts'
import { WithMantine } from '../theme/WithMantine.tsx'
import styles from './field.module.css'

const controls = {
  monthLevelControl: 'Выбрать месяц',
  yearLevelControl: 'Выбрать год',
  nextMonth: 'Следующий месяц',
  previousMonth: 'Предыдущий месяц',
  nextYear: 'Следующий год',
  previousYear: 'Предыдущий год',
  nextDecade: 'Следующее десятилетие',
  previousDecade: 'Предыдущее десятилетие',
}

type DateFieldProps = {
  label: string
  value: string | undefined
  invalid?: boolean
  /** Id of the hint or error below it. */
  describedBy?: string | undefined
  onChange: (date: string | undefined) => void
  onLeave?: (() => void) | undefined
}

/** A day as dd.mm.yyyy, typed or chosen in a calendar. Import it lazily. */
export function DateField({ label, value, invalid = false, describedBy, onChange, onLeave }: DateFieldProps) {
  return (
    <WithMantine>
      <DateInput
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={value === undefined ? null : parseDay(value)}
        onBlur={onLeave}
        onChange={(day) => onChange(day === null ? undefined : formatDay(day))}
        valueFormat="DD.MM.YYYY"
        placeholder="дд.мм.гггг"
        locale="ru"
        firstDayOfWeek={1}
        dateParser={(text) => (/^\d{2}\.\d{2}\.\d{4}$/.test(text.trim()) ? parseDay(text.trim()) : null)}
        classNames={{ input: `${styles.control} ${styles.small} ${styles.date}` }}
        popoverProps={{ shadow: 'md' }}
        ariaLabels={controls}
      />
    </WithMantine>
  )
}
