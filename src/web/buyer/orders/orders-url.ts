import { orderPeriod, periodNames, type PeriodName } from '#shared/rules/dates.ts'
import { isOrderState } from '#shared/rules/order-states.ts'
import { dateOf, parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the orders, with the call's field names. */
export type OrdersSearch = {
  contract?: number
  dateselect?: PeriodName
  startDate?: string
  endDate?: string
  state?: number
  query?: string
  page?: number
}

/** Normalises a URL: drops defaults and invalid values. */
export function normaliseOrdersSearch(raw: Record<string, unknown>): OrdersSearch {
  const dateselect = periodNames.find((name) => name === raw.dateselect)
  const isCustomPeriod = dateselect === 'custom'
  const state = parseInteger(raw.state)
  const page = parseInteger(raw.page)
  return withoutAbsent({
    contract: parseInteger(raw.contract),
    dateselect,
    startDate: isCustomPeriod ? dateOf(raw.startDate) : undefined,
    endDate: isCustomPeriod ? dateOf(raw.endDate) : undefined,
    state: state !== undefined && isOrderState(state) ? state : undefined,
    query: textOf(raw.query)?.trim(),
    page: page === 1 ? undefined : page,
  })
}

/** Changed filters; any change except of the page goes back to page 1 [T.7]. */
export function changeOrdersSearch(search: OrdersSearch, change: OrdersSearch): OrdersSearch {
  return normaliseOrdersSearch({ ...search, page: undefined, ...change })
}

/** Whether the start is before the end [V.1]. */
export function isValidOrdersPeriod(search: OrdersSearch): boolean {
  return orderPeriod(search, new Date()) !== undefined
}
