import type { InputOf } from '#shared/api/endpoint.ts'
import type { staffListOrders } from '#shared/api/staff/orders.ts'
import { addDays, dayOf, formatDay, type Day } from '#shared/rules/dates.ts'
import { isOrderState } from '#shared/rules/order-states.ts'
import { textOf, parseInteger } from '#web/search.ts'

export const scopes = ['waiting', 'working', 'all'] as const
export type Scope = (typeof scopes)[number]
/** Periods of the list in days; without one it is unlimited. */
export const periods = { two: 1, week: 7, month: 30, quarter: 91 } as const
export type StaffPeriod = keyof typeof periods

export type StaffOrdersSearch = {
  scope?: Scope
  state?: number
  warehouse?: number
  period?: StaffPeriod
  /** First and last day instead of a period: one bar of the dashboard. */
  from?: Day
  to?: Day
  query?: string
  page?: number
  /** The order open beside the list. */
  order?: number
}

export function normaliseStaffSearch(raw: Record<string, unknown>): StaffOrdersSearch {
  const state = parseInteger(raw.state)
  const page = parseInteger(raw.page)
  const search: StaffOrdersSearch = {
    scope: scopes.find((scope) => scope === raw.scope && scope !== 'waiting'),
    state: state !== undefined && isOrderState(state) ? state : undefined,
    warehouse: parseInteger(raw.warehouse),
    period: (Object.keys(periods) as StaffPeriod[]).find((name) => name === raw.period),
    ...rangeOf(raw),
    query: textOf(raw.query)?.trim(),
    page: page === 1 ? undefined : page,
    order: parseInteger(raw.order),
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Only as a whole and in order; a period excludes it. */
function rangeOf({ period, from, to }: Record<string, unknown>): Pick<StaffOrdersSearch, 'from' | 'to'> {
  if (period !== undefined || !isDay(from) || !isDay(to) || from > to) return {}
  return { from, to }
}

function isDay(value: unknown): value is Day {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Changed filters: from page 1, with no order open. */
export function changeStaffSearch(search: StaffOrdersSearch, change: StaffOrdersSearch): StaffOrdersSearch {
  return normaliseStaffSearch({ ...search, page: undefined, order: undefined, ...change })
}

export function staffInputOf(
  { order: _open, period, from, to, ...search }: StaffOrdersSearch,
  now: Date,
): InputOf<typeof staffListOrders> {
  if (from !== undefined && to !== undefined) return { ...search, startDate: formatDay(from), endDate: formatDay(to) }
  if (period === undefined) return search
  const today = dayOf(now)
  return { ...search, startDate: formatDay(addDays(today, -periods[period])), endDate: formatDay(today) }
}
