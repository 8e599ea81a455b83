import { textOf } from '#web/search.ts'

/** Which parameters are looked at; what is usual is not written. */
export type ParametersSearch = { state?: 'hidden'; query?: string }

export function normaliseParametersSearch(raw: Record<string, unknown>): ParametersSearch {
  const query = textOf(raw.query)?.trim()
  return { ...(raw.state === 'hidden' ? { state: 'hidden' } : {}), ...(query === undefined ? {} : { query }) }
}
