import { useState, type KeyboardEvent } from 'react'
import { dayKind } from '#shared/rules/day-kinds.ts'
import type { Calendar, Day } from '#shared/rules/dates.ts'
import { weekdayNames } from '#web/parts/map/weekdays.ts'
import { monthNames } from '#web/ui/month-names.ts'
import { dayAfterKey, dayLabel, weeksOf } from './calendar-year.ts'
import styles from './calendar.module.css'

type MonthsProps = { year: number; today: Day; calendar: Calendar; onPress: (day: Day) => void }

/**
 * Twelve months as one tab stop: ← → ↑ ↓ move by days and weeks, PageUp and PageDown by four weeks, Enter changes a
 * day. Past days cannot be changed.
 */
export function CalendarMonths({ year, today, calendar, onPress }: MonthsProps) {
  const [focusedDay, setFocusedDay] = useState(today.startsWith(`${year}-`) ? today : `${year}-01-01`)

  function onArrowKey(event: KeyboardEvent<HTMLElement>, day: Day) {
    const next = dayAfterKey(event.key, day)
    if (next === undefined) return
    event.preventDefault()
    event.currentTarget.closest('[role=group]')?.querySelector<HTMLElement>(`[data-day='${next}']`)?.focus()
  }

  return (
    <div className={styles.months} role="group" aria-label={`Дни ${year} года: стрелки – по дням, Enter – сменить`}>
      {monthNames.map((name, index) => (
        <table key={name} className={styles.month}>
          <caption>{name}</caption>
          <thead>
            <tr>
              {weekdayNames.map((weekday) => (
                <th key={weekday} scope="col">
                  {weekday}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(year, index + 1).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a cell is its weekday
                  <td key={index}>
                    {day && (
                      <button
                        type="button"
                        className={styles.day}
                        data-day={day}
                        data-kind={dayKind(day, calendar)}
                        tabIndex={day === focusedDay ? 0 : -1}
                        aria-label={dayLabel(day, calendar)}
                        aria-current={day === today ? 'date' : undefined}
                        aria-disabled={day < today || undefined}
                        title={dayLabel(day, calendar)}
                        onFocus={() => setFocusedDay(day)}
                        onKeyDown={(event) => onArrowKey(event, day)}
                        onClick={() => day >= today && onPress(day)}
                      >
                        {Number(day.slice(8))}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
