import { parseInteger } from '#web/search.ts'

/** URL state of the comparison: `diff=1` shows only differences. */
export type CompareSearch = { diff?: 1; product?: number }

export function normaliseCompareSearch(raw: Record<string, unknown>): CompareSearch {
  const product = parseInteger(raw.product)
  return { ...(parseInteger(raw.diff) === 1 ? { diff: 1 } : {}), ...(product === undefined ? {} : { product }) }
}
