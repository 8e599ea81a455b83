import { parseInteger } from '#web/search.ts'
import type { Choice } from './choice.ts'

/** `categories`: comma-separated ids, '0' for none; absent means all. */
export type PriceListsSearch = { contract?: number; categories?: string; available?: 1 }

const maxIds = 2000

export function normalisePriceListsSearch({
  contract,
  categories,
  available,
}: Record<string, unknown>): PriceListsSearch {
  const search = {
    contract: parseInteger(contract),
    categories: writeChoice(readChoice(categories)),
    available: String(available) === '1' ? 1 : undefined,
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Categories of a URL; invalid parts are ignored. */
export function readChoice(text: unknown): Choice {
  if (typeof text !== 'string' && typeof text !== 'number') return 'all'
  const parts = String(text).split(',')
  const ids = parts.flatMap((part) => parseInteger(part) ?? []).slice(0, maxIds)
  return ids.length === 0 && parts[0] !== '0' ? 'all' : new Set(ids)
}

export function writeChoice(choice: Choice): string | undefined {
  if (choice === 'all') return undefined
  return choice.size === 0 ? '0' : [...choice].join(',')
}
