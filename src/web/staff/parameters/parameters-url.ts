import { textOf } from '#web/search.ts'
import type { ParameterList } from './arrange.ts'

/** Which parameters are looked at; what is usual is not written. */
export type ParametersSearch = ParameterList

export function normaliseParametersSearch(raw: Record<string, unknown>): ParametersSearch {
  const query = textOf(raw.query)?.trim()
  return {
    ...(raw.state === 'hidden' || raw.state === 'empty' ? { state: raw.state } : {}),
    ...(query === undefined ? {} : { query }),
  }
}
