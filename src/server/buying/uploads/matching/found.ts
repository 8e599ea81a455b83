import type { MatchKind, RowDoubt } from '#shared/api/uploads.ts'
import { type SoldGood } from '../shared-queries.ts'
import type { Comparison } from './compare-names.ts'

/** So many goods that may be meant are shown beside a row. */
export const maxCandidates = 4

/**
 * What was found for a row. One good: it is it, unless there is a `doubt`. Several: a person says which. `alike`: what
 * else may be meant. `comparison` of the row's name with the one good.
 */
export type Found = {
  matchedBy: MatchKind | null
  goods: SoldGood[]
  alike: SoldGood[]
  doubt: RowDoubt | null
  /** The code that it was found by. */
  code?: string
  comparison?: Comparison | undefined
}
