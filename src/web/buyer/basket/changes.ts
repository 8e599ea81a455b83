import { offStepText, unavailableMessage, noLongerSold } from '#shared/rules/step-text.ts'
import type { BasketLine } from '#shared/api/basket.ts'
import type { CheckoutChange } from '#shared/api/orders.ts'
import { isByHundredths } from '#shared/rules/step.ts'
import { stepRule } from '#web/parts/goods/quantity-rule.ts'
import { price, quantity } from '#web/ui/format.ts'
import { lineKey, type QuantitiesByWarehouse } from './lines.ts'

/** The available quantities. Changed prices need no call: the order uses the current ones. */
export function acceptedQuantities(
  changes: readonly CheckoutChange[],
  lines: readonly BasketLine[],
): QuantitiesByWarehouse {
  const quantities: QuantitiesByWarehouse = {}
  for (const change of changes) {
    if (change.what === 'price' || change.what === 'delivery') continue
    quantities[change.id] = { ...quantities[change.id], [change.wms]: acceptedOf(change, lines) }
  }
  return quantities
}

/** Delivery price of the accepted quantities in roubles, if it has changed too. */
export function acceptedDelivery(changes: readonly CheckoutChange[]): number | undefined {
  return changes.find(({ what }) => what === 'delivery')?.price ?? undefined
}

/** Why a line changed, in Russian. */
export function reasonText(change: CheckoutChange, lines: readonly BasketLine[]): string {
  switch (change.what) {
    case 'price':
      return 'изменилась цена'
    case 'gone':
      return noLongerSold.toLowerCase()
    case 'stock':
      if (change.available > 0 && change.new_qnt === 0) return unavailableMessage(true).toLowerCase()
      return change.available > 0 ? 'товар забрали другие покупатели' : 'товар закончился'
    case 'delivery':
      return 'изменилась стоимость доставки'
    case 'step':
      return stepReason(change, lineOf(change, lines))
  }
}

export function oldValueText({ what, old_price, qnt }: CheckoutChange): string {
  if (what === 'delivery') return deliveryText(old_price)
  return what === 'price' ? `${price(old_price)} ₽` : quantity(qnt)
}

export function newValueText(change: CheckoutChange, lines: readonly BasketLine[]): string {
  if (change.what === 'delivery') return deliveryText(change.price)
  if (change.what === 'price') return `${price(change.price)} ₽`
  const accepted = acceptedOf(change, lines)
  return accepted === 0 ? 'удалим' : quantity(accepted)
}

function deliveryText(roubles: number | null): string {
  return roubles === 0 ? 'бесплатно' : `${price(roubles)} ₽`
}

/** Lines removed from the basket meanwhile stay removed. */
function acceptedOf(change: CheckoutChange, lines: readonly BasketLine[]): number {
  return lineOf(change, lines) ? change.new_qnt : 0
}

function lineOf(change: CheckoutChange, lines: readonly BasketLine[]): BasketLine | undefined {
  return lines.find((line) => lineKey(line) === lineKey(change))
}

function stepReason({ step, new_qnt, available }: CheckoutChange, line: BasketLine | undefined): string {
  const rule = stepRule({ step, decimals: line?.decimals ?? 0 })
  if (isByHundredths(rule)) return `количество ${offStepText(rule)}`
  const sold = `теперь продаётся ${offStepText(rule, line?.unit)}`
  return new_qnt === 0 ? `${sold}, а осталось ${quantity(available)}` : sold
}
