import { parseInteger } from '#web/search.ts'

/** `contragent`: the one that is shown; by default the first. */
export type OrganisationSearch = { contragent?: number }

export function normaliseOrganisationSearch({ contragent }: Record<string, unknown>): OrganisationSearch {
  const id = parseInteger(contragent)
  return id === undefined ? {} : { contragent: id }
}
