import { parseInteger } from '#web/search.ts'

export const peopleScopes = ['active', 'disabled', 'all'] as const
export type PeopleScope = (typeof peopleScopes)[number]

/** `scope`: by default people with access; `person`: the open one, 'new' = one being created. */
export type PeopleSearch = { scope?: 'disabled' | 'all'; query?: string; person?: number | 'new' }

export function normalisePeopleSearch({ scope, query, person }: Record<string, unknown>): PeopleSearch {
  const id = person === 'new' ? person : parseInteger(person)
  return {
    ...(scope === 'disabled' || scope === 'all' ? { scope } : {}),
    ...(typeof query === 'string' && query.trim() !== '' ? { query: query.trim().slice(0, 100) } : {}),
    ...(id === undefined ? {} : { person: id }),
  }
}
