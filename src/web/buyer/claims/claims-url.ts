import { claimGroups, type ClaimGroup } from '#shared/api/claims.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** The address of the list of claims; `claim` is the one that is open beside it. */
export type ClaimsSearch = { group?: ClaimGroup; query?: string; page?: number; claim?: number }

export function normaliseClaimsSearch(raw: Record<string, unknown>): ClaimsSearch {
  const group = claimGroups.find((name) => name === raw.group)
  const page = parseInteger(raw.page)
  return withoutAbsent({
    group: group === 'all' ? undefined : group,
    query: textOf(raw.query),
    page: page === 1 ? undefined : page,
    claim: parseInteger(raw.claim),
  })
}

/** Another view; any change but of the page itself goes back to page 1. */
export function changeClaimsSearch(search: ClaimsSearch, change: ClaimsSearch): ClaimsSearch {
  return normaliseClaimsSearch({ ...search, page: undefined, ...change })
}
