import { formatDay, isWorkingDay, weekdayOf, type Calendar, type Day } from '#shared/rules/dates.ts'
import { attorneyEndsText } from '#shared/rules/delivery/delivery-fields.ts'

/** What the order's way of delivery says of a day. */
export type DayFacts = {
  calendar: Calendar
  /** Of own transport; null = it drives everywhere, or the goods travel otherwise. */
  zone: { name: string; weekdays: number[] } | null
  /** The last day of the consignee's power of attorney; null = no end, or no consignee. */
  attorneyValidTo: Day | null
}

/** Why goods are not usually delivered on a day, in words for staff; empty = they are. */
export function objectionsToDay(day: Day, { calendar, zone, attorneyValidTo }: DayFacts): string[] {
  const worked = isWorkingDay(day, calendar)
  const driven = zone === null || zone.weekdays.includes(weekdayOf(day))
  return [
    worked ? '' : `${formatDay(day)} – нерабочий день`,
    !worked || driven ? '' : `В зону «${zone.name}» ${formatDay(day)} не возят`,
    attorneyValidTo !== null && attorneyValidTo < day ? attorneyEndsText(formatDay(attorneyValidTo)) : '',
  ].filter(Boolean)
}
