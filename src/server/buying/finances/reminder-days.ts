import { addDays, daysBetween, isWorkingDay, type Calendar, type Day } from '#shared/rules/dates.ts'

/** Days relative to the due date on which a reminder is sent. */
export const reminderSteps = [-3, 0, 1, 7] as const
export type ReminderStep = (typeof reminderSteps)[number]

/** A missed reminder is sent up to this many days later. */
const lateDays = 3

/**
 * The day on which a step is sent. People pay on working days, so a reminder on a day off is moved: before the due date
 * to an earlier day, after it to a later one.
 */
function reminderDay(dueOn: Day, step: ReminderStep, calendar: Calendar): Day {
  const direction = step <= 0 ? -1 : 1
  let day = addDays(dueOn, step)
  while (!isWorkingDay(day, calendar)) day = addDays(day, direction)
  return day
}

/** The step to send today for a due date, at most one; undefined: none, or too long ago. */
export function dueStep(dueOn: Day, today: Day, calendar: Calendar): ReminderStep | undefined {
  if (!isWorkingDay(today, calendar)) return undefined
  const last = reminderSteps.findLast((step) => reminderDay(dueOn, step, calendar) <= today)
  if (last === undefined) return undefined
  return daysBetween(reminderDay(dueOn, last, calendar), today) <= lateDays ? last : undefined
}

/** Due dates that any step may concern today, including long holidays. */
export function remindedDueDays(today: Day): { from: Day; to: Day } {
  return { from: addDays(today, -30), to: addDays(today, 30) }
}
