import {
  purchasedReports,
  purchasedSorts,
  type PurchasedReport,
  type PurchasedSort,
} from '#shared/api/money/purchased.ts'
import { addDays, formatDay, monthsBack, parseDay, type Day } from '#shared/rules/dates.ts'
import { purchasedPeriodDays } from '#shared/constants.ts'
import { dateOf, parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of a report, with the call's field names, and the product whose card is open over it. */
export type PurchasedSearch = {
  contract?: number
  report?: PurchasedReport
  catalog?: number
  brand?: number
  startdate?: string
  enddate?: string
  query?: string
  sort?: PurchasedSort
  page?: number
  product?: number
}

/** Normalises a URL: drops defaults and invalid values. */
export function normalisePurchasedSearch(raw: Record<string, unknown>): PurchasedSearch {
  const page = parseInteger(raw.page)
  const report = parseInteger(raw.report)
  const sort = purchasedSorts.find((name) => name === raw.sort)
  return withoutAbsent({
    contract: parseInteger(raw.contract),
    report:
      report !== undefined && report !== 1 && report in purchasedReports ? (report as PurchasedReport) : undefined,
    catalog: parseInteger(raw.catalog),
    brand: parseInteger(raw.brand),
    startdate: dateOf(raw.startdate),
    enddate: dateOf(raw.enddate),
    query: textOf(raw.query)?.trim(),
    sort: sort === 'sum' ? undefined : sort,
    page: page === 1 ? undefined : page,
    product: parseInteger(raw.product),
  })
}

type Change = { [Name in keyof PurchasedSearch]?: PurchasedSearch[Name] | undefined }

/** Changed filters; any change except of the page goes back to page 1 [T.7]. */
export function changePurchasedSearch(search: PurchasedSearch, change: Change): PurchasedSearch {
  return normalisePurchasedSearch({ ...search, page: undefined, product: undefined, ...change })
}

/** Whether the start is not after the end. */
export function isValidPurchasedPeriod({ startdate, enddate }: PurchasedSearch): boolean {
  return startdate === undefined || enddate === undefined || parseDay(startdate) <= parseDay(enddate)
}

export type Period = { startdate?: string | undefined; enddate?: string | undefined }

/** Named periods; the first one has no dates. */
export const periods: readonly { value: string; label: string; days: (today: Day) => { from: Day } | undefined }[] = [
  { value: 'month', label: '30 дней', days: () => undefined },
  { value: 'quarter', label: 'Квартал', days: (today) => ({ from: monthsBack(today, 3) }) },
  { value: 'thisYear', label: 'С начала года', days: (today) => ({ from: `${today.slice(0, 4)}-01-01` }) },
  { value: 'year', label: 'Год', days: (today) => ({ from: monthsBack(today, 12) }) },
]

export function periodDates(value: string, today: Day): Period {
  const found = periods.find((period) => period.value === value)?.days(today)
  return found ? { startdate: formatDay(found.from), enddate: undefined } : { startdate: undefined, enddate: undefined }
}

/** Name of the period in the URL; 'custom' if it has none. */
export function periodOf({ startdate, enddate }: Period, today: Day): string {
  if (enddate !== undefined && enddate !== formatDay(today)) return 'custom'
  if (startdate === undefined || startdate === formatDay(addDays(today, -purchasedPeriodDays))) return 'month'
  return periods.find(({ value }) => periodDates(value, today).startdate === startdate)?.value ?? 'custom'
}
