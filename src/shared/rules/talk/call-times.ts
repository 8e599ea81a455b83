import { addDays, dayOf, isWorkingByLaw, startOfDay, weekdayOf, type Day } from '../dates.ts'
import { answerHours, isAnswering } from './answer-hours.ts'

/** When a person wants to be called back. */
export const callTimes = {
  now: 'Сейчас',
  hour: 'Через час',
  afternoon: 'С 14 до 18',
  tomorrow: 'Утром следующего рабочего дня',
} as const
export type CallTime = keyof typeof callTimes
export const callTimeNames = Object.keys(callTimes) as [CallTime, ...CallTime[]]

const hourMs = 3_600_000
const afternoonHour = 14
/** Until then an afternoon's call can still be asked for. */
const lastAfternoonHour = 17

/** What can be asked for at a moment: staff call in their hours alone, and the next morning always. */
export function callTimesAt(now: Date): CallTime[] {
  const today = dayOf(now)
  const afternoon = isWorkingByLaw(today) && now < atHour(today, lastAfternoonHour)
  return callTimeNames.filter((time) => {
    if (time === 'now') return isAnswering(now)
    if (time === 'hour') return isAnswering(now) && isAnswering(new Date(now.getTime() + hourMs))
    return time === 'tomorrow' || afternoon
  })
}

/** From when on a call is due: one for now that is asked for out of hours, from the next opening on. */
export function callDueAt(time: CallTime, now: Date): Date {
  if (time === 'hour') return new Date(now.getTime() + hourMs)
  if (time === 'afternoon') return later(now, atHour(dayOf(now), afternoonHour))
  if (time === 'tomorrow') return morningAfter(dayOf(now))
  if (isAnswering(now)) return now
  const opening = atHour(dayOf(now), answerHours.first)
  return isWorkingByLaw(dayOf(now)) && now < opening ? opening : morningAfter(dayOf(now))
}

/** 'завтра утром', 'в понедельник утром', as the buyer reads it. */
export function callTimeLabel(time: CallTime, now: Date): string {
  if (time !== 'tomorrow') return callTimes[time]
  const day = dayOf(callDueAt('tomorrow', now))
  return day === addDays(dayOf(now), 1) ? 'Завтра утром' : `${weekdays[weekdayOf(day) - 1]} утром`
}

const weekdays = ['В понедельник', 'Во вторник', 'В среду', 'В четверг', 'В пятницу', 'В субботу', 'В воскресенье']

function morningAfter(day: Day): Date {
  let next = addDays(day, 1)
  while (!isWorkingByLaw(next)) next = addDays(next, 1)
  return atHour(next, answerHours.first)
}

const atHour = (day: Day, hour: number) => new Date(startOfDay(day).getTime() + hour * hourMs)
const later = (one: Date, other: Date) => (one > other ? one : other)
