import type { ProductVariant } from '#shared/api/catalogue.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { initialQuantity } from '#shared/rules/step.ts'
import { shownMilli, stockLabel } from '#server/customers/organisations/stock-display.ts'
import type { FacetView } from '#server/catalogue/facets/query.ts'
import { itemView } from '#server/catalogue/facets/render/row-view.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import type { ProductDetails } from './queries-card.ts'
import type { SearchContext } from '#server/catalogue/search/search-contexts.ts'

/** A variant under the contract of a search; undefined when it is not sold there. */
export function variantCard(
  snapshot: Snapshot,
  searchContext: SearchContext,
  view: FacetView,
  variant: ProductDetails['variants'][number],
): ProductVariant | undefined {
  const item = itemView(snapshot, view, variant.id)
  if (!item) return undefined
  const { warehouses, stockDisplay } = searchContext.contract
  const totalMilli = sum(item.stocksMilli)
  const chosen = warehouses.findIndex(({ id }) => id === searchContext.savedWarehouseId)
  const restMilli = item.stocksMilli[chosen] ?? totalMilli
  const availableForOrderMilli = item.orderableMilli[chosen] ?? sum(item.orderableMilli)
  const shown = (milli: number) => units(shownMilli(milli, stockDisplay))
  const price = (kopecks: number | null) => (view.pricesHidden || kopecks === null ? null : roubles(kopecks))
  return {
    id: variant.id,
    header: variant.header,
    articul: variant.articul,
    price: price(item.priceKopecks),
    price_rrc: price(item.rrcKopecks),
    total_rest: shown(totalMilli),
    available_for_order: shown(availableForOrderMilli),
    below_step: availableForOrderMilli === 0 && restMilli > 0,
    stocks: warehouses.map(({ id }, index) => ({ wms_id: id, quantity: shown(item.stocksMilli[index] ?? 0) })),
    stock_label: stockLabel(restMilli, stockDisplay),
    unit: item.unit,
    step: units(item.stepMilli),
    decimals: item.decimals,
    quantity: units(initialQuantity(item.stepMilli, availableForOrderMilli)),
    in_basket: units(searchContext.basketMilli.get(variant.id) ?? 0),
    params: Object.fromEntries(variant.params.map(({ id, header, value }) => [String(id), { header, value }])),
  }
}

function sum(quantities: readonly number[]): number {
  return quantities.reduce((total, milli) => total + milli, 0)
}
