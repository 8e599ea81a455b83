import { actGroups, actViews, type ActGroup, type ActView } from '#shared/api/money/acts.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { dateOf, parseInteger, withoutAbsent } from '#web/search.ts'

/** URL state of the list of acts, with the call's field names. */
export type ActsSearch = {
  contract?: number
  group?: ActGroup
  startdate?: string
  enddate?: string
  page?: number
}

/** Normalises a URL: drops defaults and invalid values. */
export function normaliseActsSearch(raw: Record<string, unknown>): ActsSearch {
  const group = actGroups.find((name) => name === raw.group)
  return withoutAbsent({
    contract: parseInteger(raw.contract),
    group: group === 'all' ? undefined : group,
    startdate: dateOf(raw.startdate),
    enddate: dateOf(raw.enddate),
    page: pageOf(raw.page),
  })
}

/** Changed filters; any change except of the page goes back to page 1 [T.7]. */
export function changeActsSearch(search: ActsSearch, change: ActsSearch): ActsSearch {
  return normaliseActsSearch({ ...search, page: undefined, ...change })
}

/** Whether the start is not after the end [V.1]. */
export function isValidActsPeriod({ startdate, enddate }: ActsSearch): boolean {
  return startdate === undefined || enddate === undefined || parseDay(startdate) < parseDay(enddate)
}

/** URL state of one act: which of its lines are shown. */
export type ActSearch = { view?: ActView; page?: number }

export function normaliseActSearch(raw: Record<string, unknown>): ActSearch {
  return withoutAbsent({ view: actViews.find((name) => name === raw.view), page: pageOf(raw.page) })
}

function pageOf(raw: unknown): number | undefined {
  const page = parseInteger(raw)
  return page === 1 ? undefined : page
}
