import { parseInteger } from '#web/search.ts'

/** `contragent`: whose requisites and contracts are shown; absent means the first. */
export type OrganisationSearch = { contragent?: number }

export function normaliseOrganisationSearch({ contragent }: Record<string, unknown>): OrganisationSearch {
  const id = parseInteger(contragent)
  return id === undefined ? {} : { contragent: id }
}
