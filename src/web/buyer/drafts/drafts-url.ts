import { parseInteger } from '#web/search.ts'

export type DraftsSearch = { page?: number }

/** Reads an address in its shortest form. */
export function normaliseDraftsSearch(raw: Record<string, unknown>): DraftsSearch {
  const page = parseInteger(raw.page) ?? 1
  return page === 1 ? {} : { page }
}
