import { parseInteger, withoutAbsent } from '#web/search.ts'

/** URL state of the screen: whose breaks are shown, one of the two. */
export type BreaksSearch = { type?: number; contract?: number }

export function normaliseBreaksSearch(raw: Record<string, unknown>): BreaksSearch {
  const contract = parseInteger(raw.contract)
  return withoutAbsent({ contract, type: contract === undefined ? parseInteger(raw.type) : undefined })
}

/** The owner as the calls name it; undefined: nobody is chosen. */
export function ownerOf({ type, contract }: BreaksSearch): { contract: number } | { price_type: number } | undefined {
  if (contract !== undefined) return { contract }
  return type === undefined ? undefined : { price_type: type }
}
