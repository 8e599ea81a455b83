import { staffClaimGroups, type StaffClaimGroup } from '#shared/api/administration/queue-groups.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the queue of claims; `claim` is the open one. */
export type StaffClaimsSearch = { group?: StaffClaimGroup; mine?: 1; query?: string; page?: number; claim?: number }

export function normaliseStaffClaimsSearch(raw: Record<string, unknown>): StaffClaimsSearch {
  const group = staffClaimGroups.find((name) => name === raw.group)
  const page = parseInteger(raw.page)
  return withoutAbsent({
    group: group === 'waiting' ? undefined : group,
    mine: parseInteger(raw.mine) === 1 ? (1 as const) : undefined,
    query: textOf(raw.query),
    page: page === 1 ? undefined : page,
    claim: parseInteger(raw.claim),
  })
}

/** Changed filters; any change except of the page goes back to page 1. */
export function changeStaffClaimsSearch(
  search: StaffClaimsSearch,
  change: { [Name in keyof StaffClaimsSearch]: StaffClaimsSearch[Name] | undefined },
): StaffClaimsSearch {
  return normaliseStaffClaimsSearch({ ...search, page: undefined, ...change })
}
