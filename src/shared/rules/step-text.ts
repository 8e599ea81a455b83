import { formatMilli } from './money.ts'
import { isByHundredths, multipleOf, type StepRule } from './step.ts'

/** Rounding of a quantity: 'кратность 10', 'кратность 10 шт', for goods by kg 'кратность 0,01'. */
export function stepText(rule: StepRule, unit = ''): string {
  return `кратность ${inUnits(multipleOf(rule), unit)}`
}

/** What a valid quantity must be: 'кратно 10', 'кратно 10 шт', for goods by kg 'округляется до сотых'. */
export function offStepText(rule: StepRule, unit = ''): string {
  return isByHundredths(rule) ? 'округляется до сотых' : `кратно ${inUnits(rule.stepMilli, unit)}`
}

/** Why nothing of a good can be ordered: out of stock, or less than one step left. */
export function unavailableMessage(isBelowStep: boolean): string {
  return isBelowStep ? 'Остаток меньше кратности' : 'Нет в наличии'
}

/** Message for a good no longer sold. */
export const noLongerSold = 'Больше не продаётся'

function inUnits(milli: number, unit: string): string {
  return [formatMilli(milli), unit].filter(Boolean).join(' ')
}
