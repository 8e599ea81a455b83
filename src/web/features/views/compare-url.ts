import { wholeOf } from '#web/search.ts'

/** The address of the comparison: `diff=1` shows only what differs. */
export type CompareSearch = { diff?: 1; product?: number }

export function normaliseCompareSearch(raw: Record<string, unknown>): CompareSearch {
  const product = wholeOf(raw.product)
  return { ...(wholeOf(raw.diff) === 1 ? { diff: 1 } : {}), ...(product === undefined ? {} : { product }) }
}
