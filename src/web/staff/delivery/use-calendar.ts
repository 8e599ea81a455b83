import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { setCalendarDay, staffCalendar, type CalendarYear } from '#shared/api/staff/calendar.ts'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { withChangedDay } from './calendar-year.ts'

const keyOf = (year: number) => ['staff', 'calendar', year]

/** Days of a year that differ from the Labour Code; the previous year stays visible while loading. */
export function useCalendar(year: number) {
  return useQuery({
    queryKey: keyOf(year),
    queryFn: ({ signal }) => call(staffCalendar, { year }, { signal }),
    placeholderData: keepPreviousData,
  })
}

type SetDayInput = { day: Day; working: boolean }

/** Switches a day between working day and day off: optimistic, rolled back on refusal. */
export function useSetDay(onDone: (input: SetDayInput & { orders: number }) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ day, working }: SetDayInput) => call(setCalendarDay, { date: formatDay(day), working }),
    onMutate: async (input) => {
      const key = keyOf(yearOf(input))
      await queries.cancelQueries({ queryKey: key })
      queries.setQueryData<CalendarYear>(key, (shown) => shown && withChangedDay(shown, input))
    },
    onSuccess: ({ orders }, input) => onDone({ ...input, orders }),
    onSettled: (_answer, _error, input) => queries.invalidateQueries({ queryKey: keyOf(yearOf(input)) }),
  })
}

function yearOf({ day }: SetDayInput): number {
  return Number(day.slice(0, 4))
}
