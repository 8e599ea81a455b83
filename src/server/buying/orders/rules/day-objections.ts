import { formatDay, isWorkingDay, weekdayOf, type Calendar, type Day } from '#shared/rules/dates.ts'
import { attorneyEndsText } from '#shared/rules/delivery/delivery-fields.ts'

/** What decides whether an order's delivery has a day. */
export type DayFacts = {
  calendar: Calendar
  /** Zone of own transport; null = it delivers everywhere, or another method. */
  zone: { name: string; weekdays: number[] } | null
  /** The last day of the consignee's power of attorney; null = no end, or no consignee. */
  attorneyValidTo: Day | null
}

/** Objections to a delivery day, as text for staff; empty = none. */
export function objectionsToDay(day: Day, { calendar, zone, attorneyValidTo }: DayFacts): string[] {
  const worked = isWorkingDay(day, calendar)
  const driven = zone === null || zone.weekdays.includes(weekdayOf(day))
  return [
    worked ? '' : `${formatDay(day)} – нерабочий день`,
    !worked || driven ? '' : `В зону «${zone.name}» ${formatDay(day)} не возят`,
    attorneyValidTo !== null && attorneyValidTo < day ? attorneyEndsText(formatDay(attorneyValidTo)) : '',
  ].filter(Boolean)
}
