import type { ProductCard, ProductVariant } from '#shared/api/catalogue.ts'
import { kopecks, lineSumKopecks, roubles, units } from '#shared/rules/money.ts'
import { maxOrderable, type QuantityRule } from '#shared/rules/step.ts'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'

/** A row of the card's grid: a variant, or the product itself when it has none. */
export type ChoiceRow = Pick<
  ProductVariant,
  'id' | 'articul' | 'price' | 'unit' | 'step' | 'decimals' | 'stocks' | 'stock_label' | 'in_basket'
> & { values: string[] }

export type ChoiceTable = { headers: string[]; rows: ChoiceRow[] }

/** The choice: 'variant:warehouse' → thousandths. */
export type Choice = Record<string, number>

export const cellKey = (variant: number, warehouse: number): string => `${variant}:${warehouse}`

/**
 * The variants as rows of one table with complete parameters [T.9]. Parameters equal in all variants have no column,
 * unless all are equal.
 */
export function choiceTable(card: ProductCard): ChoiceTable {
  if (card.variants.length === 0) return { headers: [], rows: [{ ...card, values: [] }] }
  const namedParams = Object.entries(card.variants[0]?.params ?? {}).filter(([, { header }]) => header !== '')
  const differing = namedParams.filter(
    ([id]) => new Set(card.variants.map(({ params }) => params[id]?.value ?? '')).size > 1,
  )
  const shownParams = differing.length > 0 ? differing : namedParams
  return {
    headers: shownParams.map(([, { header }]) => header),
    rows: card.variants.map((variant) => ({
      ...variant,
      values: shownParams.map(([id]) => variant.params[id]?.value ?? ''),
    })),
  }
}

/** Name of a variant among the others: 'L', 'L Серый'; without parameters its article. */
export function nameOfRow({ values, articul }: ChoiceRow): string {
  return values.filter(Boolean).join(' ') || articul
}

/** Distinct steps of the rows: variants may have different packs. */
export function stepsOf(rows: readonly ChoiceRow[]): number[] {
  return [...new Set(rows.map(({ step }) => step))].toSorted((a, b) => a - b)
}

/** Rule of a cell: capped at the warehouse's stock, unless the contract hides it. */
export function ruleOf(row: ChoiceRow, warehouse: number): QuantityRule {
  const left = row.stocks.find(({ wms_id }) => wms_id === warehouse)?.quantity ?? 0
  return quantityRule({ ...row, available: left })
}

/** Whether any quantity of a row can be ordered from a warehouse. */
export function isOrderable(row: ChoiceRow, warehouse: number): boolean {
  return maxOrderable(ruleOf(row, warehouse)) > 0
}

export function isInStock(row: ChoiceRow): boolean {
  return row.stocks.some(({ wms_id }) => isOrderable(row, wms_id))
}

/** In stock, but no warehouse has a whole step. */
export function isBelowStep(row: ChoiceRow): boolean {
  return !isInStock(row) && row.stocks.some(({ quantity }) => quantity > 0)
}

/** Total quantity and sum of the choice; the sum is null where prices are hidden. */
export function totalOf(choice: Choice, rows: readonly ChoiceRow[]): { quantity: number; sum: number | null } {
  let quantityMilli = 0
  let sumKopecks: number | null = 0
  for (const [key, chosen] of Object.entries(choice)) {
    const row = rows.find(({ id }) => id === Number(key.split(':')[0]))
    quantityMilli += chosen
    sumKopecks =
      sumKopecks === null || !row || row.price === null ? null : sumKopecks + lineSumKopecks(kopecks(row.price), chosen)
  }
  return { quantity: units(quantityMilli), sum: sumKopecks === null ? null : roubles(sumKopecks) }
}

/** Variants in the order of selection. */
export function orderOf(choice: Choice): number[] {
  return [...new Set(Object.keys(choice).map((key) => Number(key.split(':')[0])))]
}

/** The choice as input of `processBasket`: {variant: {warehouse: quantity}}. */
export function payloadOf(choice: Choice): Record<string, Record<string, number>> {
  const payload: Record<string, Record<string, number>> = {}
  for (const [key, chosen] of Object.entries(choice)) {
    if (chosen === 0) continue
    const [variant = '', warehouse = ''] = key.split(':')
    payload[variant] = { ...payload[variant], [warehouse]: units(chosen) }
  }
  return payload
}
