import { parseInteger } from '#web/search.ts'

/** The address of the comparison: `diff=1` shows only what differs. */
export type CompareSearch = { diff?: 1; product?: number }

export function normaliseCompareSearch(raw: Record<string, unknown>): CompareSearch {
  const product = parseInteger(raw.product)
  return { ...(parseInteger(raw.diff) === 1 ? { diff: 1 } : {}), ...(product === undefined ? {} : { product }) }
}
