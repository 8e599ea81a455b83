import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** The search text, and the person whose data is shown. */
export type PersonalDataSearch = { query?: string; person?: number }

export function normalisePersonalDataSearch(raw: Record<string, unknown>): PersonalDataSearch {
  return withoutAbsent({ query: textOf(raw.query)?.trim(), person: parseInteger(raw.person) })
}
