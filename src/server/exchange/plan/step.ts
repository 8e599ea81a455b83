import { parseMilli } from '../parse/decimal.ts'
import type { Unit } from '../parse/items.ts'
import { isByKilogram, okeiOf, packs } from './units.ts'

const oneMilli = 1000
const leastMilli = 10
const mostMilli = 1_000_000_000

export type Step = { stepMilli: number; decimals: 0 | 2 }

/**
 * Multiplicity of a good (product.md §3): Кратность as a number → that; 'Да' → the pack (coefficient of Пересчет with
 * code 778, else a numeric 'В упаковке'); else 1. Goods by kg without one take typed quantities to 2 decimals.
 */
export function planStep(said: { multiplicity: string; packSize: string; unit: { okei: string; name: string }; recounts: Unit['recounts'] }): Step {
  const number = usable(parseMilli(said.multiplicity))
  if (number !== undefined) return { stepMilli: number, decimals: 0 }
  if (isYes(said.multiplicity)) {
    const recount = said.recounts.find(({ okei }) => okeiOf(okei) === packs)
    return { stepMilli: usable(parseMilli(recount?.coefficient ?? '')) ?? usable(parseMilli(said.packSize)) ?? oneMilli, decimals: 0 }
  }
  return { stepMilli: oneMilli, decimals: isByKilogram(said.unit) ? 2 : 0 }
}

function usable(milli: number | undefined): number | undefined {
  return milli === undefined || milli <= 0 || milli > mostMilli ? undefined : Math.max(milli, leastMilli)
}

/** '1' is a number and never means yes. */
function isYes(text: string): boolean {
  return ['да', 'true', 'истина'].includes(text.trim().toLowerCase())
}
