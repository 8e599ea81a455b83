import type { ProductVariant } from '#shared/api/catalogue.ts'
import { initialQuantity } from '#shared/rules/step.ts'
import { shownMilli, stockLabel } from '#server/features/organisations/contract-view.ts'
import { hasBit } from './facets/bits.ts'
import type { FacetView } from './facets/query.ts'
import { rrcPrices } from './facets/row-view.ts'
import { placeOf, type Snapshot } from './facets/snapshot.ts'
import type { ProductDetails } from './queries.ts'
import type { Shopper } from './shoppers.ts'

/** A variant under the shopper's contract; undefined when it is not sold there. */
export function variantCard(snapshot: Snapshot, shopper: Shopper, view: FacetView, variant: ProductDetails['variants'][number]): ProductVariant | undefined {
  const { warehouses, stockDisplay } = shopper.contract
  const item = placeOf(snapshot.itemLookup, variant.id)
  const type = snapshot.priceTypeIds.indexOf(view.priceTypeId)
  if (item < 0 || type < 0 || !hasBit(snapshot.sold[type]!, item)) return undefined
  const milliAt = (warehouseId: number) => snapshot.stocks[snapshot.warehouseIds.indexOf(warehouseId)]?.[item] ?? 0
  const totalMilli = warehouses.reduce((milli, { id }) => milli + milliAt(id), 0)
  const availableMilli = shopper.keptWarehouseId === undefined ? totalMilli : milliAt(shopper.keptWarehouseId)
  const shown = (milli: number) => shownMilli(milli, stockDisplay) / 1000
  const rrc = rrcPrices(snapshot, view)?.[item] ?? 0
  const stepMilli = snapshot.itemStep[item]!
  return {
    id: variant.id,
    header: variant.header,
    articul: variant.articul,
    price: view.pricesHidden ? null : snapshot.effectivePrices[type]![item]! / 100,
    price_rrc: view.pricesHidden || rrc === 0 ? null : rrc / 100,
    total_rest: shown(totalMilli),
    available_for_order: shown(availableMilli),
    stocks: warehouses.map(({ id }) => ({ wms_id: id, quantity: shown(milliAt(id)) })),
    stock_label: stockLabel(availableMilli, stockDisplay),
    unit: snapshot.units[snapshot.itemUnit[item]!]!,
    step: stepMilli / 1000,
    decimals: snapshot.itemDecimals[item]!,
    quantity: initialQuantity(stepMilli, totalMilli) / 1000,
    in_basket: (shopper.basketMilli.get(variant.id) ?? 0) / 1000,
    params: Object.fromEntries(variant.params.map(({ id, header, value }) => [String(id), { header, value }])),
  }
}
