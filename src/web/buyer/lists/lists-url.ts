import { parseInteger } from '#web/search.ts'

/** URL state of a list of goods. */
export type ListSearch = {
  page?: number
  /** Id of a named list of favourites. */
  list?: number
  /** Id of a special offer. */
  offer?: number
  /** Id of the product whose card is open over the list. */
  product?: number
}

/** Normalises a URL: drops defaults and invalid values. */
export function normaliseListSearch(raw: Record<string, unknown>): ListSearch {
  const page = parseInteger(raw.page)
  const search: ListSearch = {
    page: page === 1 ? undefined : page,
    list: parseInteger(raw.list),
    offer: parseInteger(raw.offer),
    product: parseInteger(raw.product),
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
