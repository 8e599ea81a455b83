import { firstCalendarYear, lastCalendarYear } from '#shared/api/staff/calendar.ts'
import { dayOf, isWorkingDay, type Day } from '#shared/rules/dates.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { calendarOf, countsOf, dayLabel, kindTexts } from './calendar-year.ts'
import { CalendarMonths } from './CalendarMonths.tsx'
import { useCalendar, useSetDay } from './use-calendar.ts'
import styles from './calendar.module.css'

/** How long the undo button is shown. */
const undoMs = 8000

/** The production calendar of a year: a press switches a day between working day and day off. */
export function CalendarTab({ year, onYear }: { year: number; onYear: (year: number) => void }) {
  const { data, error, refetch, isPlaceholderData } = useCalendar(year)
  const now = useNow(60_000)
  const notify = useNotify()
  const mutation = useSetDay(({ day, working, orders }) => {
    const message = `${dayLabel(day, new Map([[day, working]]))}.`
    const affectedOrders =
      working || orders === 0
        ? ''
        : ` На этот день назначена доставка ${withCount(orders, ['заказа', 'заказов', 'заказов'])}: ` +
          'их даты не изменились.'
    notify({
      tone: affectedOrders ? 'warn' : 'ok',
      text: message.slice(0, 1).toUpperCase() + message.slice(1) + affectedOrders,
      fadeMs: undoMs,
      action: { label: 'Вернуть', onPress: () => setDay(day, !working) },
    })
  })

  function setDay(day: Day, working: boolean) {
    mutation.mutate({ day, working }, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  if (!data)
    return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={640} />
  const calendar = calendarOf(data)
  const today = dayOf(now)
  const { working, off } = countsOf(data.year, calendar)
  return (
    <div className="column">
      <div className="row wrap">
        <IconButton
          icon="left"
          label="Предыдущий год"
          disabled={year <= firstCalendarYear}
          onClick={() => onYear(year - 1)}
        />
        <h2 aria-live="polite">{year} год</h2>
        <IconButton
          icon="right"
          label="Следующий год"
          disabled={year >= lastCalendarYear}
          onClick={() => onYear(year + 1)}
        />
        {year === Number(today.slice(0, 4)) && (
          <Button small onClick={() => document.querySelector<HTMLElement>('[data-day][aria-current]')?.focus()}>
            Сегодня
          </Button>
        )}
        <span className="dim">
          {withCount(working, ['рабочий день', 'рабочих дня', 'рабочих дней'])},{' '}
          {withCount(off, ['выходной', 'выходных', 'выходных'])}
        </span>
      </div>
      <p className="muted">
        По рабочим дням считаются даты доставки и срок оплаты новых заказов. Нажмите на день, чтобы сделать его рабочим
        или выходным.
      </p>
      <Legend />
      <div aria-busy={isPlaceholderData}>
        <CalendarMonths
          key={data.year}
          year={data.year}
          today={today}
          calendar={calendar}
          onPress={(day) => setDay(day, !isWorkingDay(day, calendar))}
        />
      </div>
    </div>
  )
}

const legend = ['weekend', 'holiday', 'moved', 'worked', 'short'] as const

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Обозначения">
      {legend.map((kind) => (
        <li key={kind}>
          <span className={styles.day} data-kind={kind} aria-hidden="true">
            8
          </span>
          {kindTexts[kind]}
        </li>
      ))}
    </ul>
  )
}
