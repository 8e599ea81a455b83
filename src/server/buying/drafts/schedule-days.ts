import { addDays, daysBetween, type Day } from '#shared/rules/dates.ts'

/** The next day of a template after today; missed days are skipped. */
export function nextScheduledDay({ nextOn, everyDays }: { nextOn: Day; everyDays: number }, today: Day): Day {
  const late = daysBetween(nextOn, today)
  if (late < 0) return nextOn
  return addDays(nextOn, (Math.floor(late / everyDays) + 1) * everyDays)
}
