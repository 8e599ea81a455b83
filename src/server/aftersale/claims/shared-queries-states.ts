import { sql, type SQL } from 'drizzle-orm'
import { claimStateNames, isUndecided } from '#shared/rules/aftersale/claims.ts'

/** SQL condition: staff have not decided a claim in this state, as in `isUndecided`. */
export const isUndecidedState = (state: SQL): SQL =>
  sql`${state} = any(${sql.param(claimStateNames.filter(isUndecided))}::text[])`
