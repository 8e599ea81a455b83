import { formatDay, isWorkingDay, weekdayOf, type Calendar, type Day } from '#shared/rules/dates.ts'
import { attorneyEndsText } from '#shared/rules/delivery/delivery-fields.ts'

/** Data that decides whether an order can be delivered on a day. */
export type DayFacts = {
  calendar: Calendar
  /** Zone of own transport; null = it delivers everywhere, or another method. */
  zone: { name: string; weekdays: number[] } | null
  /** Last day of the consignee's power of attorney; null = unlimited, or no consignee. */
  attorneyValidTo: Day | null
}

/** Objections to a delivery day in Russian, for staff; empty = none. */
export function dayObjections(day: Day, { calendar, zone, attorneyValidTo }: DayFacts): string[] {
  const isBusinessDay = isWorkingDay(day, calendar)
  const isDeliveryDay = zone === null || zone.weekdays.includes(weekdayOf(day))
  return [
    isBusinessDay ? '' : `${formatDay(day)} – нерабочий день`,
    !isBusinessDay || isDeliveryDay ? '' : `В зону «${zone.name}» ${formatDay(day)} не возят`,
    attorneyValidTo !== null && attorneyValidTo < day ? attorneyEndsText(formatDay(attorneyValidTo)) : '',
  ].filter(Boolean)
}
