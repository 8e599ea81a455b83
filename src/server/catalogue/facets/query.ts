import type { PriceRule } from '#shared/rules/parties/price-politics.ts'

/** Prices and warehouses that a search uses. With `pricesHidden` nothing may depend on prices. */
export type FacetView = {
  priceTypeId: number
  rrcTypeId: number | null
  /** In order of preference. */
  warehouseIds: readonly number[]
  pricesHidden: boolean
  /** Price rules that replace the contract's prices. */
  pricePolitics?: readonly PriceRule[]
}

export type FacetFilter = {
  /** Undefined: the whole tree. */
  categoryId: number | undefined
  /** Undefined: all warehouses of the view. */
  warehouseId: number | undefined
  only: 'all' | 'hit' | 'new' | 'sale'
  /** Restricts to these products (a list of the account); undefined: no restriction. */
  productIds: readonly number[] | undefined
  available: boolean
  isNew: boolean
  isSale: boolean
  brandIds: readonly number[]
  tagIds: readonly number[]
  /** Parameter id → chosen value ids: OR inside a parameter, AND between parameters. */
  values: readonly (readonly [parameterId: number, valueIds: readonly number[]])[]
  /** Inclusive bounds; undefined: no price range. */
  price: { minKopecks: number | undefined; maxKopecks: number | undefined } | undefined
  query: string
  searchIn: 'all' | 'articul' | 'header'
  /** Undefined: relevance for a query, otherwise header. */
  sorting: { field: 'articul' | 'header' | 'price' | 'rrc'; descending: boolean } | undefined
  /** From 1; a page beyond the end answers the last one. */
  page: number
  perPage: number
}

/**
 * By index of a brand, label or value: the rows it would leave, and which ones are chosen. The panel offers values that
 * leave rows or are chosen.
 */
export type FacetCounts = { rows: Uint32Array; chosen: readonly number[] }

/** A row as shown under view and filter. Money in kopecks, quantities in thousandths. */
export type RowView = {
  row: number
  /** The matching item with the lowest price. */
  item: number
  priceKopecks: number
  rrcKopecks: number | null
  /** The regular price while a sale runs. */
  oldKopecks: number | null
  /**
   * Per warehouse of the view, summed over matching items: available stock, and the part that whole steps allow to
   * order.
   */
  stocksMilli: number[]
  orderableMilli: number[]
  totalMilli: number
  /** In the chosen warehouse, otherwise in all of the view's. */
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
  /** Values of all parameters. */
  values: FacetCounts
  /** Price bounds of the items that match apart from the price range. */
  prices: { minKopecks: number; maxKopecks: number } | undefined
  flags: { available: number; isNew: number; isSale: number }
  stockChangedMs: number
  /** A suggested spelling, only if a query finds nothing. */
  suggestion: string | undefined
}
