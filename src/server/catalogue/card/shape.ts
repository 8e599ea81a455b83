import { endpointAddress } from '#shared/api/address.ts'
import type { BoundItem, ProductCard, ProductVariant } from '#shared/api/catalogue.ts'
import { productDocument } from '#shared/api/files.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles, units } from '#shared/rules/money.ts'
import type { RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import { shapeRate } from '#server/catalogue/prices/shape-rate.ts'
import type { Arrival, Card } from './card.ts'
import type { PricePoint } from './price-history.ts'
import type { ProductDocument } from './queries-card.ts'
import { shapeTabs } from './shape-tabs.ts'
import type { VariantCard } from './variant-card.ts'

type Bound<Type> = { id: number; data: Extract<BoundItem, { type: Type }> }

export function shapeCard(card: Card): ProductCard {
  return {
    ...card.listed,
    description: card.description,
    barcode: card.barcode,
    weight: card.weightGrams === null ? null : card.weightGrams / 1000,
    volume: card.volumeCm3 === null ? null : card.volumeCm3 / 1_000_000,
    vat: card.vatPercent,
    pictures: card.pictures,
    breadcrumbs: card.breadcrumbs,
    params: card.params,
    variants: card.variants.map(shapeVariant),
    actualWms: card.warehouses,
    tabs: shapeTabs(card),
    binds: [...new Set([...card.analogues, ...card.related].map(({ id }) => id))],
    arrivals: card.arrivals.map(shapeArrival),
    stock_updated_at: card.stockUpdatedAt,
    rate: card.rate && shapeRate(card.rate),
  }
}

export function shapeBoundGood(product: RenderedRow): Bound<'product'> {
  return { id: product.id, data: { type: 'product', product } }
}

export function shapeBoundDocument(document: ProductDocument, contractId: number): Bound<'document'> {
  const { id, name: header, type: extension, sizeBytes: size } = document
  const link = endpointAddress(productDocument, { id, contract: contractId })
  return { id, data: { type: 'document', header, link, extension, size } }
}

export function shapePricePoint({ day, priceKopecks }: PricePoint) {
  return { date: formatDay(day), price: money(priceKopecks) }
}

function shapeVariant(variant: VariantCard): ProductVariant {
  const { id, header, articul, params } = variant
  return { id, header, articul, ...variantFigures(variant), params }
}

/** Prices, stock and steps of a variant, in its card and in a list. */
export function variantFigures(variant: VariantCard) {
  return {
    price: money(variant.priceKopecks),
    price_rrc: money(variant.rrcKopecks),
    total_rest: units(variant.totalMilli),
    available_for_order: units(variant.availableForOrderMilli),
    below_step: variant.isBelowStep,
    stocks: variant.stocks.map(({ warehouseId, quantityMilli }) => ({
      wms_id: warehouseId,
      quantity: units(quantityMilli),
    })),
    stock_label: variant.stockLabel,
    unit: variant.unit,
    step: units(variant.stepMilli),
    decimals: variant.decimals,
    quantity: units(variant.initialMilli),
    in_basket: units(variant.basketMilli),
  }
}

function shapeArrival({ productId, warehouseId, warehouse, day, quantityMilli }: Arrival) {
  return {
    id: productId,
    wms_id: warehouseId,
    wms: warehouse,
    date: formatDay(day),
    quantity: quantityMilli === null ? null : units(quantityMilli),
  }
}

function money(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks)
}
