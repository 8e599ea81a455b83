import { milli } from '#shared/rules/money.ts'
import { maxOrderable, type QuantityRule } from '#shared/rules/step.ts'

type Stocked = { step: number; decimals: number; available: number; stock_label: string | null }

/**
 * What may be ordered of a good. Where the contract hides how much there is, the screen caps nothing: the server knows.
 */
export function quantityRule({ step, decimals, available, stock_label }: Stocked): QuantityRule {
  const hidden = stock_label !== null && available > 0
  return {
    stepMilli: milli(step),
    decimals: decimals === 2 ? 2 : 0,
    availableMilli: hidden ? Number.MAX_SAFE_INTEGER : milli(available),
  }
}

/** The most of a good that can be ordered beside so much of it that is held already, in thousandths. */
export function maxOrderableBeside(goods: Stocked, heldMilli: number): number {
  const rule = quantityRule(goods)
  return maxOrderable({ ...rule, availableMilli: rule.availableMilli - heldMilli })
}
