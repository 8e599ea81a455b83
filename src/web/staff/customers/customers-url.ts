import { customerGroups, type CustomerGroup } from '#shared/api/administration/customer-groups.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the list of customers. */
export type CustomersSearch = { group?: CustomerGroup; query?: string; page?: number }

export function normaliseCustomersSearch(raw: Record<string, unknown>): CustomersSearch {
  const group = customerGroups.find((name) => name === raw.group)
  const page = parseInteger(raw.page)
  return withoutAbsent({
    group: group === 'all' ? undefined : group,
    query: textOf(raw.query),
    page: page === 1 ? undefined : page,
  })
}

/** Changed filters; any change except of the page goes back to page 1. */
export function changeCustomersSearch(
  search: CustomersSearch,
  change: { [Name in keyof CustomersSearch]: CustomersSearch[Name] | undefined },
): CustomersSearch {
  return normaliseCustomersSearch({ ...search, page: undefined, ...change })
}
