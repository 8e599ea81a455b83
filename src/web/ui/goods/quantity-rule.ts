import { milli } from '#shared/rules/money.ts'
import type { QuantityRule } from '#shared/rules/step.ts'

type Stocked = { step: number; decimals: number; available: number; stock_label: string | null }

/** What may be ordered of a good. Where the contract hides how much there is, the screen caps nothing: the server knows. */
export function quantityRule({ step, decimals, available, stock_label }: Stocked): QuantityRule {
  const hidden = stock_label !== null && available > 0
  return { stepMilli: milli(step), decimals: decimals === 2 ? 2 : 0, availableMilli: hidden ? Number.MAX_SAFE_INTEGER : milli(available) }
}
