import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { success, wireDate, wireFlag, wireId } from '../wire.ts'

/** Range of years that the calendar covers. */
export const firstCalendarYear = 2020
export const lastCalendarYear = 2099

const days = {
  /** Days of the year, dd.mm.yyyy, that differ from the Labour Code. */
  days: z.array(z.object({ date: z.string(), working: z.boolean() })),
}

export const staffCalendar = endpoint({
  verb: 'GET',
  path: '/api/staff/calendar/',
  right: 'staff.delivery',
  summary: "Days of a year that differ from the Labour Code's working days, weekends and holidays",
  input: z.object({
    year: z.pipe(wireId, z.number().check(z.minimum(firstCalendarYear), z.maximum(lastCalendarYear))),
  }),
  reply: z.object({ ...success, year: z.number(), ...days }),
})

export type CalendarYear = z.output<typeof staffCalendar.reply>

export const setCalendarDay = endpoint({
  verb: 'POST',
  path: '/api/staff/calendar/',
  method: 'setDay',
  right: 'staff.delivery',
  summary: 'Make a day a working day or a day off; delivery dates and payment terms follow',
  input: z.object({ date: wireDate.check(z.refine(isOfCalendar)), working: wireFlag }),
  reply: z.object({
    ...success,
    year: z.number(),
    ...days,
    /** Number of open orders with delivery on that day: their dates do not change. */
    orders: z.number(),
  }),
})

function isOfCalendar(date: string): boolean {
  const year = Number(date.slice(6))
  return year >= firstCalendarYear && year <= lastCalendarYear
}
