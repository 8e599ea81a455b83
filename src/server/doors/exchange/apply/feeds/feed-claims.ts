import { applyDecisionOf1c } from '#server/aftersale/claims/decisions-of-1c.ts'
import type { ClaimDecisionLine } from '../../feed-lines/claim-line.ts'
import type { ImportContext } from '../context.ts'
import { rejectItem, type FeedOptions } from './feed-items.ts'

const kind = 'claims'

/** Applies decisions on claims one by one; equal ones change nothing. */
export async function applyClaims(context: ImportContext, { asOf }: FeedOptions): Promise<void> {
  const staged = await context.rows<{ line: number; item: ClaimDecisionLine }>(
    `select line, item from feed_items i
     where not exists (select from feed_items later where later.id = i.id and later.line > i.line) order by line`,
  )
  for (const { line, item } of staged) {
    const { id: number, lines, text = '', document = '' } = item
    const outcome = await applyDecisionOf1c(context.db, { number, lines, text, document }, { now: asOf })
    if (typeof outcome === 'string') context.tally.add(kind, outcome)
    else await rejectItem(context, kind, { line, code: number, reason: outcome.reason })
  }
}

/** Claims take their own locks. */
export function lockNothing(): Promise<void> {
  return Promise.resolve()
}
