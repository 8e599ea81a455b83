import { financeViews, type FinanceView } from '#shared/api/money/finances.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { dateOf, parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** The address of a view of the finances: the call's own names, so that a copied link shows the same. */
export type FinancesSearch = {
  contract?: number
  view?: FinanceView
  startdate?: string
  enddate?: string
  query?: string
  page?: number
}

/** Reads an address in its shortest form, dropping what it does not understand. */
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

/** Another view; any change but of the page itself goes back to page 1 [T.7]. */
export function changeFinancesSearch(search: FinancesSearch, change: FinancesSearch): FinancesSearch {
  return normaliseFinancesSearch({ ...search, page: undefined, ...change })
}

/** Whether the chosen days make a period. */
export function isFinancesPeriod({ startdate, enddate }: FinancesSearch): boolean {
  return startdate === undefined || enddate === undefined || parseDay(startdate) <= parseDay(enddate)
}
