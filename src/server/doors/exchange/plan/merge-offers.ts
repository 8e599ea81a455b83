import type { OfferItem } from '../parse/items.ts'
import { describesVariant } from './variant.ts'

/**
 * Merges two records of an offer, the later one winning, so that a waiting offer keeps prices and stock from several
 * files. Idempotent.
 */
export function mergeOffers(earlier: OfferItem, later: OfferItem): OfferItem {
  return {
    ...earlier,
    catalogueCode: later.catalogueCode || earlier.catalogueCode,
    // A later price does not restore a deleted offer.
    deleted: later.deleted || (earlier.deleted && !describesVariant(later)),
    name: later.name || earlier.name,
    articul: later.articul || earlier.articul,
    barcodes: later.barcodes.length > 0 ? later.barcodes : earlier.barcodes,
    unit: later.unit ?? earlier.unit,
    pictures: later.pictures ?? earlier.pictures,
    properties: later.properties.length > 0 ? later.properties : earlier.properties,
    characteristics: later.characteristics.length > 0 ? later.characteristics : earlier.characteristics,
    requisites: later.requisites?.length ? later.requisites : earlier.requisites,
    ...((later.good ?? earlier.good) && { good: later.good ?? earlier.good }),
    ...mergedPrices(earlier, later),
    ...mergedStocks(earlier, later),
  }
}

function mergedPrices(earlier: OfferItem, later: OfferItem): Pick<OfferItem, 'prices' | 'priceScope'> {
  if (later.prices === undefined) return { prices: earlier.prices, priceScope: earlier.priceScope }
  const replaced = new Set([...later.priceScope, ...later.prices.map(({ typeCode }) => typeCode)])
  const remaining = (earlier.prices ?? []).filter(({ typeCode }) => !replaced.has(typeCode))
  return {
    prices: [...remaining, ...later.prices],
    priceScope: [...new Set([...earlier.priceScope, ...later.priceScope])],
  }
}

function mergedStocks(earlier: OfferItem, later: OfferItem): Pick<OfferItem, 'total' | 'stocks'> {
  if (later.total !== undefined) return { total: later.total, stocks: later.stocks }
  if (later.stocks.length === 0) return { total: earlier.total, stocks: earlier.stocks }
  const named = new Set(later.stocks.map(({ warehouseCode }) => warehouseCode))
  const remaining = earlier.stocks.filter(({ warehouseCode }) => !named.has(warehouseCode))
  // Named warehouses replace an earlier total without warehouses.
  return { total: earlier.stocks.length > 0 ? earlier.total : undefined, stocks: [...remaining, ...later.stocks] }
}
