import { addDays, dayOf, isWorkingByLaw, startOfDay, weekdayOf } from '../dates.ts'

/** For how long staff may put a chat off. */
export const postponements = {
  hour: 'На час',
  threeHours: 'На 3 часа',
  tomorrow: 'До завтра, 9:00',
  monday: 'До понедельника, 9:00',
} as const
export type Postponement = keyof typeof postponements
export const postponementNames = Object.keys(postponements) as [Postponement, ...Postponement[]]

const hourMs = 3_600_000
const morningHour = 9

/** When it comes back; mornings are Moscow's and of working days. */
export function postponedUntil(how: Postponement, now: Date): Date {
  if (how === 'hour') return new Date(now.getTime() + hourMs)
  if (how === 'threeHours') return new Date(now.getTime() + 3 * hourMs)
  const today = dayOf(now)
  let day = addDays(today, how === 'tomorrow' ? 1 : 8 - weekdayOf(today))
  while (!isWorkingByLaw(day)) day = addDays(day, 1)
  return new Date(startOfDay(day).getTime() + morningHour * hourMs)
}
