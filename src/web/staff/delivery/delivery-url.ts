import { firstCalendarYear, lastCalendarYear } from '#shared/api/staff/calendar.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { parseInteger } from '#web/search.ts'

export type DeliveryTab = 'zones' | 'companies' | 'methods' | 'calendar'

/** URL of the screen: the tab, and the open zone or shown year. */
export type DeliverySearch = { tab?: Exclude<DeliveryTab, 'zones'>; zone?: number | 'new'; year?: number }

export function normaliseDeliverySearch(raw: Record<string, unknown>): DeliverySearch {
  if (raw.tab === 'companies' || raw.tab === 'methods') return { tab: raw.tab }
  if (raw.tab === 'calendar') {
    const year = parseInteger(raw.year)
    return year === undefined || year < firstCalendarYear || year > lastCalendarYear
      ? { tab: raw.tab }
      : { tab: raw.tab, year }
  }
  const zone = raw.zone === 'new' ? 'new' : parseInteger(raw.zone)
  return zone === undefined ? {} : { zone }
}

/** The current year in Moscow. */
export function thisYear(): number {
  return Number(dayOf(new Date()).slice(0, 4))
}
