import { initialQuantity, type Decimals } from '#shared/rules/step.ts'
import type { VariantParams } from '#shared/rules/variant-params.ts'
import { shownMilli, stockLabel } from '#server/customers/organisations/stock-display.ts'
import type { FacetView } from '#server/catalogue/facets/query.ts'
import { itemView } from '#server/catalogue/facets/render/row-view.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import type { ProductDetails } from './queries-card.ts'
import type { SearchContext } from '#server/catalogue/search/search-contexts.ts'

/** A variant with the stock and prices that the contract and the caller's rights show. */
export type VariantCard = {
  id: number
  header: string
  articul: string
  priceKopecks: number | null
  rrcKopecks: number | null
  totalMilli: number
  availableForOrderMilli: number
  /** In stock, but no warehouse has a whole step. */
  isBelowStep: boolean
  stocks: { warehouseId: number; quantityMilli: number }[]
  stockLabel: string | null
  unit: string
  stepMilli: number
  decimals: Decimals
  initialMilli: number
  basketMilli: number
  params: VariantParams
}

/** A variant under a contract; undefined if it is not sold there. */
export function variantCard(
  snapshot: Snapshot,
  searchContext: SearchContext,
  view: FacetView,
  variant: ProductDetails['variants'][number],
): VariantCard | undefined {
  const item = itemView(snapshot, view, variant.id)
  if (!item) return undefined
  const { warehouses, stockDisplay } = searchContext.contract
  const totalMilli = addUp(item.stocksMilli)
  const chosen = warehouses.findIndex(({ id }) => id === searchContext.savedWarehouseId)
  const restMilli = item.stocksMilli[chosen] ?? totalMilli
  const availableForOrderMilli = item.orderableMilli[chosen] ?? addUp(item.orderableMilli)
  const shown = (milli: number) => shownMilli(milli, stockDisplay)
  return {
    id: variant.id,
    header: variant.header,
    articul: variant.articul,
    priceKopecks: view.pricesHidden || item.priceKopecks === 0 ? null : item.priceKopecks,
    rrcKopecks: view.pricesHidden ? null : item.rrcKopecks,
    totalMilli: shown(totalMilli),
    availableForOrderMilli: shown(availableForOrderMilli),
    isBelowStep: availableForOrderMilli === 0 && restMilli > 0,
    stocks: warehouses.map(({ id }, index) => ({
      warehouseId: id,
      quantityMilli: shown(item.stocksMilli[index] ?? 0),
    })),
    stockLabel: stockLabel(restMilli, stockDisplay),
    unit: item.unit,
    stepMilli: item.stepMilli,
    decimals: item.decimals,
    initialMilli: initialQuantity(item.stepMilli, availableForOrderMilli),
    basketMilli: searchContext.basketMilli.get(variant.id) ?? 0,
    params: Object.fromEntries(variant.params.map(({ id, header, value }) => [String(id), { header, value }])),
  }
}

function addUp(quantities: readonly number[]): number {
  return quantities.reduce((total, milli) => total + milli, 0)
}
