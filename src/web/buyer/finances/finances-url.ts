import { financeViews, type FinanceView } from '#shared/api/money/finances.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { dateOf, parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the finances, with the call's field names. */
export type FinancesSearch = {
  contract?: number
  view?: FinanceView
  startdate?: string
  enddate?: string
  query?: string
  page?: number
}

/** Normalises a URL: drops defaults and invalid values. */
export function normaliseFinancesSearch(raw: Record<string, unknown>): FinancesSearch {
  const page = parseInteger(raw.page)
  return withoutAbsent({
    contract: parseInteger(raw.contract),
    view: financeViews.find((name) => name === raw.view),
    startdate: dateOf(raw.startdate),
    enddate: dateOf(raw.enddate),
    query: textOf(raw.query)?.trim(),
    page: page === 1 ? undefined : page,
  })
}

/** Changed filters; any change except of the page goes back to page 1 [T.7]. */
export function changeFinancesSearch(search: FinancesSearch, change: FinancesSearch): FinancesSearch {
  return normaliseFinancesSearch({ ...search, page: undefined, ...change })
}

/** Whether the start is not after the end. */
export function isValidFinancesPeriod({ startdate, enddate }: FinancesSearch): boolean {
  return startdate === undefined || enddate === undefined || parseDay(startdate) <= parseDay(enddate)
}
