import { formatMilli, milli } from '#shared/rules/money.ts'
import { isByHundredths, maxOrderable, type Decimals, type QuantityRule, type StepRule } from '#shared/rules/step.ts'

type Stepped = { step: number; decimals: Decimals }
type Stocked = Stepped & { available: number; stock_label: string | null }

/** The quantity rule of a row's step. */
export function stepRule({ step, decimals }: Stepped): StepRule {
  return { stepMilli: milli(step), decimals }
}

/** 'шт', with a multiplicity '×10 шт'. */
export function unitWithStep(goods: Stepped & { unit: string }): string {
  const { step, unit } = goods
  return step === 1 || isByHundredths(goods) ? unit : `×${formatMilli(milli(step))} ${unit}`
}

/** The quantity rule of a good. Where the contract hides exact stock, only the server limits the quantity. */
export function quantityRule(goods: Stocked): QuantityRule {
  const hidden = goods.stock_label !== null && goods.available > 0
  return { ...stepRule(goods), availableMilli: hidden ? Number.MAX_SAFE_INTEGER : milli(goods.available) }
}

/** The largest quantity that can still be ordered in addition to an existing one, in thousandths. */
export function remainingOrderable(goods: Stocked, inBasketMilli: number): number {
  const rule = quantityRule(goods)
  return maxOrderable({ ...rule, availableMilli: rule.availableMilli - inBasketMilli })
}
