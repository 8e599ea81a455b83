import type { StepRule } from '#shared/rules/step.ts'
import { parseMilli } from '../parse/decimal.ts'
import type { Unit } from '../parse/items.ts'
import { isByKilogram, normaliseOkei, packs, withoutUnit } from './units.ts'

const oneMilli = 1000
const minMilli = 10
const maxMilli = 1_000_000_000

/**
 * Multiplicity of a good (product.md §3): a numeric Кратность; for 'Да' the pack size (coefficient of Пересчет with
 * code 778, or a numeric 'В упаковке'); otherwise 1. Goods by kg without it allow quantities with 2 decimals.
 */
export function planStep({ unit, ...source }: StepSource & { unit: { okei: string; name: string } }): StepRule {
  const stepMilli = planOwnStep(source)
  if (stepMilli !== undefined) return { stepMilli, decimals: 0 }
  return { stepMilli: oneMilli, decimals: isByKilogram(unit) && !isYes(source.multiplicity) ? 2 : 0 }
}

type StepSource = { multiplicity: string; packSize: string; recounts: Unit['recounts'] }

/** Without a default: undefined without a usable multiplicity, or without a pack size for 'Да'. */
export function planOwnStep({ multiplicity, packSize, recounts }: StepSource): number | undefined {
  const number = usableStep(parseMilli(withoutUnit(multiplicity)))
  if (number !== undefined || !isYes(multiplicity)) return number
  const recount = recounts.find(({ okei }) => normaliseOkei(okei) === packs)
  return usableStep(parseMilli(recount?.coefficient ?? '')) ?? usableStep(parseMilli(packSize))
}

function usableStep(milli: number | undefined): number | undefined {
  return milli === undefined || milli <= 0 || milli > maxMilli ? undefined : Math.max(milli, minMilli)
}

/** '1' is a number, not yes. */
function isYes(text: string): boolean {
  return ['да', 'true', 'истина'].includes(text.trim().toLowerCase())
}
