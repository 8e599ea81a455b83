import type { PriceRule } from '#shared/rules/parties/price-politics.ts'

/** Whose prices and which warehouses a search sees. `pricesHidden`: nothing may depend on prices. */
export type FacetView = {
  priceTypeId: number
  rrcTypeId: number | null
  /** In order of preference. */
  warehouseIds: readonly number[]
  pricesHidden: boolean
  /** What is shown instead of the contract's prices. */
  pricePolitics?: readonly PriceRule[]
}

export type FacetFilter = {
  /** Undefined: the whole goods tree. */
  categoryId: number | undefined
  /** Undefined: all warehouses of the view. */
  warehouseId: number | undefined
  only: 'all' | 'hit' | 'new' | 'sale'
  /** Only these products (a list of the account); undefined: no such limit. */
  productIds: readonly number[] | undefined
  available: boolean
  isNew: boolean
  isSale: boolean
  brandIds: readonly number[]
  tagIds: readonly number[]
  /** Parameter id → chosen value ids: OR inside one parameter, AND between parameters. */
  values: readonly (readonly [parameterId: number, valueIds: readonly number[]])[]
  /** Inclusive bounds; undefined: no price range. */
  price: { minKopecks: number | undefined; maxKopecks: number | undefined } | undefined
  query: string
  searchIn: 'all' | 'articul' | 'header'
  /** Undefined: relevance for a query, else header. */
  sorting: { field: 'articul' | 'header' | 'price' | 'rrc'; descending: boolean } | undefined
  /** From 1; one beyond the end answers the last page. */
  page: number
  perPage: number
}

/**
 * By index of a brand, tag or value in the snapshot: the rows it would leave; and the indexes of the chosen ones. The
 * panel offers what leaves rows or is chosen.
 */
export type FacetCounts = { rows: Uint32Array; chosen: readonly number[] }

/** A row as it shows under the view and filter. Money in kopecks, quantities in thousandths. */
export type RowView = {
  row: number
  /** The matching item with the lowest price. */
  item: number
  priceKopecks: number
  rrcKopecks: number | null
  /** The price that a running sale has replaced. */
  oldKopecks: number | null
  /** By warehouse of the view, matching items summed: what is available, and what the step lets order of it. */
  stocksMilli: number[]
  orderableMilli: number[]
  totalMilli: number
  /** In the chosen warehouse, else in all of the view's. */
  restMilli: number
  availableForOrderMilli: number
  variantCount: number
}

export type SearchResult = {
  total: number
  page: number
  pages: number
  rows: RowView[]
  brands: FacetCounts
  tags: FacetCounts
  /** Of all parameters. */
  values: FacetCounts
  /** Bounds over what matches apart from the price range. */
  prices: { minKopecks: number; maxKopecks: number } | undefined
  flags: { available: number; isNew: number; isSale: number }
  stockChangedMs: number
  /** For an empty answer to a query: a spelling that the catalogue knows. */
  suggestion: string | undefined
}
