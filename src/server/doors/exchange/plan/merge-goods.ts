import type { GoodItem } from '../parse/items.ts'

/**
 * Merges two records of a good in one file; some configurations repeat a good per group. Later fields win, fields only
 * in the earlier record are kept. A deletion mark replaces everything.
 */
export function mergeGoods(earlier: GoodItem, later: GoodItem): GoodItem {
  if (earlier.deleted || later.deleted) return later
  const overridden = new Set(later.properties.map(({ propertyCode, name }) => propertyCode || name))
  return {
    ...later,
    name: later.name || earlier.name,
    articul: later.articul || earlier.articul,
    barcodes: union(earlier.barcodes, later.barcodes),
    unit: later.unit ?? earlier.unit,
    groupCodes: union(earlier.groupCodes, later.groupCodes),
    description: later.description || earlier.description,
    pictures: later.pictures?.length ? later.pictures : (earlier.pictures ?? later.pictures),
    documents: later.documents?.length ? later.documents : (earlier.documents ?? later.documents),
    manufacturer: later.manufacturer || earlier.manufacturer,
    properties: [
      ...earlier.properties.filter(({ propertyCode, name }) => !overridden.has(propertyCode || name)),
      ...later.properties,
    ],
    characteristics: later.characteristics.length > 0 ? later.characteristics : earlier.characteristics,
    vat: later.vat ?? earlier.vat,
    requisites: [
      ...later.requisites,
      ...earlier.requisites.filter(({ name }) => !later.requisites.some((each) => each.name === name)),
    ],
    weight: later.weight || earlier.weight,
    volume: later.volume || earlier.volume,
  }
}

function union(one: string[], other: string[]): string[] {
  return [...new Set([...one, ...other])]
}
