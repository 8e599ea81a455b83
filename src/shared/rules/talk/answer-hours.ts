import { dayOf, isWorkingByLaw } from '../dates.ts'

/** Working hours of the chat, Moscow time. */
export const answerHoursText = 'пн–пт 9:00–18:00, Москва'
export const answerHours = { first: 9, last: 18 } as const
const moscow = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Moscow', hour: '2-digit', hourCycle: 'h23' })

export function isAnswering(now: Date): boolean {
  const hour = Number(moscow.format(now))
  return isWorkingByLaw(dayOf(now)) && hour >= answerHours.first && hour < answerHours.last
}
