import { claimGroups, type ClaimGroup } from '#shared/api/claims.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the list of claims; `claim` is the open one. */
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

/** Changed filters; any change except of the page goes back to page 1. */
export function changeClaimsSearch(search: ClaimsSearch, change: ClaimsSearch): ClaimsSearch {
  return normaliseClaimsSearch({ ...search, page: undefined, ...change })
}
