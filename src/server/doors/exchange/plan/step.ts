import type { StepRule } from '#shared/rules/step.ts'
import { parseMilli } from '../parse/decimal.ts'
import type { Unit } from '../parse/items.ts'
import { isByKilogram, normaliseOkei, packs, withoutUnit } from './units.ts'

const oneMilli = 1000
const minMilli = 10
const maxMilli = 1_000_000_000

/**
 * Multiplicity of a good (product.md §3): Кратность as a number → that; 'Да' → the pack (coefficient of Пересчет with
 * code 778, else a numeric 'В упаковке'); else 1. Goods by kg without one take typed quantities to 2 decimals.
 */
export function planStep({ unit, ...source }: StepSource & { unit: { okei: string; name: string } }): StepRule {
  const stepMilli = planOwnStep(source)
  if (stepMilli !== undefined) return { stepMilli, decimals: 0 }
  return { stepMilli: oneMilli, decimals: isByKilogram(unit) && !isYes(source.multiplicity) ? 2 : 0 }
}

type StepSource = { multiplicity: string; packSize: string; recounts: Unit['recounts'] }

/** The same without a default: undefined without a usable multiplicity, or without a pack for 'Да'. */
export function planOwnStep({ multiplicity, packSize, recounts }: StepSource): number | undefined {
  const number = usable(parseMilli(withoutUnit(multiplicity)))
  if (number !== undefined || !isYes(multiplicity)) return number
  const recount = recounts.find(({ okei }) => normaliseOkei(okei) === packs)
  return usable(parseMilli(recount?.coefficient ?? '')) ?? usable(parseMilli(packSize))
}

function usable(milli: number | undefined): number | undefined {
  return milli === undefined || milli <= 0 || milli > maxMilli ? undefined : Math.max(milli, minMilli)
}

/** '1' is a number, never yes. */
function isYes(text: string): boolean {
  return ['да', 'true', 'истина'].includes(text.trim().toLowerCase())
}
