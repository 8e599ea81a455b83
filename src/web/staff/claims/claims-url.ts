import { staffClaimGroups, type StaffClaimGroup } from '#shared/api/staff/claims.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** The address of the queue of claims; `claim` is the one that is open beside it. */
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

/** Another view; any change but of the page itself goes back to page 1. */
export function changeStaffClaimsSearch(
  search: StaffClaimsSearch,
  change: { [Name in keyof StaffClaimsSearch]: StaffClaimsSearch[Name] | undefined },
): StaffClaimsSearch {
  return normaliseStaffClaimsSearch({ ...search, page: undefined, ...change })
}
