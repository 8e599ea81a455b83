import { addDays, daysBetween, isWorkingDay, type Calendar, type Day } from '#shared/rules/dates.ts'

/** Days from the due date on which a debt is reminded of. */
export const reminderSteps = [-3, 0, 1, 7] as const
export type ReminderStep = (typeof reminderSteps)[number]

/** A reminder that no run told in time is told so many days later, and not after. */
const lateDays = 3

/**
 * The day on which a step is told. People pay on working days: what falls on a day off is told before it while there
 * is time to pay, and after it once the day has passed.
 */
function reminderDay(dueOn: Day, step: ReminderStep, calendar: Calendar): Day {
  const direction = step <= 0 ? -1 : 1
  let day = addDays(dueOn, step)
  while (!isWorkingDay(day, calendar)) day = addDays(day, direction)
  return day
}

/** The step to tell of a due date today, at most one; undefined: none, or it is long past. */
export function dueStep(dueOn: Day, today: Day, calendar: Calendar): ReminderStep | undefined {
  if (!isWorkingDay(today, calendar)) return undefined
  const last = reminderSteps.findLast((step) => reminderDay(dueOn, step, calendar) <= today)
  if (last === undefined) return undefined
  return daysBetween(reminderDay(dueOn, last, calendar), today) <= lateDays ? last : undefined
}

/** Due dates that any step may concern today, long holidays included. */
export function remindedDueDays(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -30), to: addDays(today, 30) }
}
