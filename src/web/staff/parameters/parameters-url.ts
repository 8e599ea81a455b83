import { textOf } from '#web/search.ts'
import type { ParameterList } from './arrange.ts'

/** Filters of the parameters; defaults are omitted. */
export type ParametersSearch = ParameterList

export function normaliseParametersSearch(raw: Record<string, unknown>): ParametersSearch {
  const query = textOf(raw.query)?.trim()
  return {
    ...(raw.state === 'hidden' || raw.state === 'empty' ? { state: raw.state } : {}),
    ...(query === undefined ? {} : { query }),
  }
}
