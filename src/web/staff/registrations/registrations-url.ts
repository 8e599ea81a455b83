import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

const scopes = ['waiting', 'asked', 'all'] as const
export type Scope = (typeof scopes)[number]

export type RegistrationsSearch = {
  scope?: Scope
  assignee?: 'me' | 'none'
  query?: string
  page?: number
  /** The request open beside the list. */
  request?: number
}

export function normaliseRegistrationsSearch(raw: Record<string, unknown>): RegistrationsSearch {
  const page = parseInteger(raw.page)
  return withoutAbsent<RegistrationsSearch>({
    scope: scopes.find((scope) => scope === raw.scope && scope !== 'waiting'),
    assignee: raw.assignee === 'me' || raw.assignee === 'none' ? raw.assignee : undefined,
    query: textOf(raw.query)?.trim(),
    page: page === 1 ? undefined : page,
    request: parseInteger(raw.request),
  })
}

/** Changed filters: from page 1, with no request open. */
export function changeRegistrationsSearch(
  search: RegistrationsSearch,
  change: { [Name in keyof RegistrationsSearch]: RegistrationsSearch[Name] | undefined },
): RegistrationsSearch {
  return normaliseRegistrationsSearch({ ...search, page: undefined, request: undefined, ...change })
}
