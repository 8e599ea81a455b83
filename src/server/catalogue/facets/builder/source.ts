import type { Decimals } from '#shared/rules/step.ts'

/** Rows of the database, input of the builder. Money in kopecks, quantities in thousandths. */

/** `description` comes from 1C, HTML or plain; staff's text replaces it, '' hides it. */
export type SourceCategory = {
  id: number
  parentId: number | null
  name: string
  url: string
  description: string
  staffDescription: string | null
  /** Chosen by staff; 0 = none. */
  staffPicture: number
  position: number
}
export type SourceNamed = { id: number; name: string }
export type SourceParameter = { id: number; name: string; position: number }
export type SourceValue = { id: number; parameterId: number; value: string }

/** Small tables, known before the goods are read. */
export type SourceFrame = {
  categories: SourceCategory[]
  brands: SourceNamed[]
  tags: SourceNamed[]
  parameters: SourceParameter[]
  values: SourceValue[]
  priceTypeIds: number[]
  warehouseIds: number[]
  /** Sets of synonyms edited by staff. */
  synonyms: string[][]
}

/** An active product, or an active variant (`parentId`). */
export type SourceProduct = {
  id: number
  parentId: number | null
  name: string
  fullName: string
  articul: string
  code: string
  barcodes: string[]
  brandId: number | null
  unit: string
  stepMilli: number
  decimals: Decimals
  isNew: boolean
  isHit: boolean
  isSale: boolean
  pictureId: number | null
  pictureType: string | null
}

/** [product id, id of category, label or parameter value] */
export type SourceLink = readonly [productId: number, otherId: number]
export type SourcePrice = readonly [
  productId: number,
  priceTypeId: number,
  priceKopecks: number,
  saleKopecks: number | null,
]
/** Available = on hand − reserved − safety, may be negative; time in ms since the epoch. */
export type SourceStock = readonly [productId: number, warehouseId: number, availableMilli: number, updatedAtMs: number]
