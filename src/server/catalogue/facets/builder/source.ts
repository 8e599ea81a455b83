import type { Decimals } from '#shared/rules/step.ts'

/** Rows of the database as the builder takes them. Money in kopecks, quantities in thousandths. */

/** `description` from 1C, HTML or not; staff's own text replaces it, '' hides it. */
export type SourceCategory = {
  id: number
  parentId: number | null
  name: string
  url: string
  description: string
  staffDescription: string | null
  position: number
}
export type SourceNamed = { id: number; name: string }
export type SourceParameter = { id: number; name: string; position: number }
export type SourceValue = { id: number; parameterId: number; value: string }

/** What is small and known before the goods are read. */
export type SourceFrame = {
  categories: SourceCategory[]
  brands: SourceNamed[]
  tags: SourceNamed[]
  parameters: SourceParameter[]
  values: SourceValue[]
  priceTypeIds: number[]
  warehouseIds: number[]
  /** Words and short phrases with equal meaning, edited by staff. */
  synonyms: string[][]
}

/** An active product, or an active variant of one (`parentId`). */
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

/** [product id, category | tag | parameter value id] */
export type SourceLink = readonly [productId: number, otherId: number]
export type SourcePrice = readonly [
  productId: number,
  priceTypeId: number,
  priceKopecks: number,
  saleKopecks: number | null,
]
/** Available = on hand − reserved − safety, may be negative; the moment in ms since 1970. */
export type SourceStock = readonly [productId: number, warehouseId: number, availableMilli: number, updatedAtMs: number]
