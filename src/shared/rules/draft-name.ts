import { businessTimeZone } from '../constants.ts'
import { dayOf, formatDay } from './dates.ts'

const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: businessTimeZone })

/** Default name of a draft [E.6]: 'Корзина от dd.mm.yyyy HH:MM', Moscow time. */
export function draftName(now: Date): string {
  return `Корзина от ${formatDay(dayOf(now))} ${time.format(now)}`
}
