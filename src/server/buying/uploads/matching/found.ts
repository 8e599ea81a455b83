import type { MatchKind, RowDoubt } from '#shared/api/uploads.ts'
import { type SoldGood } from '../shared-queries.ts'
import type { Comparison } from './compare-names.ts'

/** Maximum number of candidates of a row. */
export const maxCandidates = 4

/**
 * Result for a row. One good: the match, unless there is a `doubt`. Several: the buyer chooses. `similar`:
 * alternatives. `comparison` of the row's name with the one good.
 */
export type RowMatch = {
  matchedBy: MatchKind | null
  goods: SoldGood[]
  similar: SoldGood[]
  doubt: RowDoubt | null
  /** The code that matched. */
  code?: string
  comparison?: Comparison | undefined
}
