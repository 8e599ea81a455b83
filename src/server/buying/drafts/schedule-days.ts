import { addDays, daysBetween, type Day } from '#shared/rules/dates.ts'

/**
 * The first day after today that a template comes back on: days that have passed while nothing ran are not made up for.
 */
export function nextScheduledDay({ nextOn, everyDays }: { nextOn: Day; everyDays: number }, today: Day): Day {
  const late = daysBetween(nextOn, today)
  if (late < 0) return nextOn
  return addDays(nextOn, (Math.floor(late / everyDays) + 1) * everyDays)
}
