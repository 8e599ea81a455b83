import type { BasketLine, getBasketData } from '#shared/api/basket.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { includedVatKopecks, kopecks, lineSumKopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { fitQuantity, isMultiple } from '#shared/rules/step.ts'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'

export type BasketData = ReplyOf<typeof getBasketData>
export type QuantitiesByWarehouse = Record<string, Record<string, number>>

/** Key of a line: product and warehouse. */
export function lineKey({ id, wms }: { id: number; wms: number }): string {
  return `${id}:${wms}`
}

/** The previous stock, if it has decreased since the line was last changed but is still sufficient. */
export function stockDecrease({ over, available, old_available }: BasketLine): number | undefined {
  return old_available !== null && !over && old_available > available ? old_available : undefined
}

/** The multiplicity has changed, and the quantity is no longer a multiple. */
export function isNotMultiple(line: BasketLine): boolean {
  return !line.gone && !isMultiple(milli(line.qnt), quantityRule(line))
}

/** Change of the unit price since it was last shown; 0 = none. Roubles. */
export function priceChange({ price, old_price }: BasketLine): number {
  return price === null || old_price === null ? 0 : roubles(kopecks(price) - kopecks(old_price))
}

/** The quantity after fitting it to the step and, where known, the stock. */
export function fixedQuantity(line: BasketLine): number {
  return line.gone ? 0 : units(fitQuantity(milli(line.qnt), quantityRule(line)).quantityMilli)
}

export function withoutLines(lines: readonly BasketLine[]): QuantitiesByWarehouse {
  return byWarehouse(lines.map((line) => ({ ...line, qnt: 0 })))
}

function byWarehouse(lines: readonly { id: number; wms: number; qnt: number }[]): QuantitiesByWarehouse {
  const quantities: QuantitiesByWarehouse = {}
  for (const { id, wms, qnt } of lines) quantities[id] = { ...quantities[id], [wms]: qnt }
  return quantities
}

export type Totals = {
  sum: number | null
  vat: number | null
  /** The one rate of all lines, whole per cent. */
  vatPercent: number | undefined
  weight: number
  volume: number
  margin: number | null
  marginPercent: number | undefined
}

/** Totals of the page, computed from its lines so that they follow unsaved quantities. */
export function totalsOf(lines: readonly BasketLine[]): Totals {
  const priced = lines.flatMap((line) =>
    line.price === null ? [] : [{ ...line, kopecks: lineSumKopecks(kopecks(line.price), milli(line.qnt)) }],
  )
  const hidden = priced.length === 0 && lines.some(({ gone }) => !gone)
  const sum = total(priced.map((line) => line.kopecks))
  const vat = total(priced.map((line) => includedVatKopecks(line.kopecks, line.vat ?? 0)))
  const margins = priced.flatMap(({ price_rrc, qnt, kopecks: lineKopecks }) =>
    price_rrc === null ? [] : [lineSumKopecks(kopecks(price_rrc), milli(qnt)) - lineKopecks],
  )
  const margin = total(margins)
  const rates = new Set(priced.map((line) => line.vat))
  return {
    sum: hidden ? null : roubles(sum),
    vat: hidden ? null : roubles(vat),
    vatPercent: rates.size === 1 ? (priced[0]?.vat ?? undefined) : undefined,
    weight: total(lines.map(({ weight, qnt }) => (weight ?? 0) * qnt)),
    volume: total(lines.map(({ volume, qnt }) => (volume ?? 0) * qnt)),
    margin: margins.length === 0 ? null : roubles(margin),
    marginPercent: margins.length === 0 || sum === 0 ? undefined : Math.round((margin * 100) / sum),
  }
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
