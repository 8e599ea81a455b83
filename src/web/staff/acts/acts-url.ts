import { staffActGroups, type StaffActGroup } from '#shared/api/administration/queue-groups.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the queue of acts; `act` is the open one. */
export type StaffActsSearch = { group?: StaffActGroup; mine?: 1; query?: string; page?: number; act?: number }

export function normaliseStaffActsSearch(raw: Record<string, unknown>): StaffActsSearch {
  const group = staffActGroups.find((name) => name === raw.group)
  const page = parseInteger(raw.page)
  return withoutAbsent({
    group: group === 'waiting' ? undefined : group,
    mine: parseInteger(raw.mine) === 1 ? (1 as const) : undefined,
    query: textOf(raw.query),
    page: page === 1 ? undefined : page,
    act: parseInteger(raw.act),
  })
}

/** Changed filters; any change except of the page goes back to page 1. */
export function changeStaffActsSearch(
  search: StaffActsSearch,
  change: { [Name in keyof StaffActsSearch]: StaffActsSearch[Name] | undefined },
): StaffActsSearch {
  return normaliseStaffActsSearch({ ...search, page: undefined, ...change })
}
