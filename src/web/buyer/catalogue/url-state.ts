import type { FilterInput, SortField } from '#shared/api/catalogue.ts'
import { cataloguePageSizes, pageSizes } from '#shared/constants.ts'
import { textOf, parseInteger } from '#web/search.ts'
import type { Direction } from '#web/ui/tables/sorting.ts'

/** URL state of a catalogue view, as text [S.1]. */
export type CatalogueSearch = {
  query?: string
  /** 'articul' or 'header': restricts the search to it. */
  search_range?: string
  page?: number
  perpage?: number
  /** '12.15' */
  brand?: string
  /** '7-31.32_9-40': parameter 7 with values 31 or 32, and parameter 9 with value 40. */
  filter?: string
  /** '3000-25000', '-25000', '3000-' */
  price?: string
  available?: number
  new?: number
  sale?: number
  /** 'price.desc' */
  sorting?: string
  tags?: string
  /** Id of the product whose card is open over the list. */
  product?: number
}

export type SearchRange = NonNullable<FilterInput['search_range']>

/** The same view, parsed. */
export type CatalogueView = {
  query: string
  searchRange: SearchRange
  page: number
  perpage: number
  brands: number[]
  params: Record<string, number[]>
  minPrice: number | undefined
  maxPrice: number | undefined
  available: boolean
  isNew: boolean
  sale: boolean
  sorting: { field: SortField; direction: Direction } | undefined
  tags: number[]
}

export type ViewChange = Partial<CatalogueView>

/** Parses an address, ignoring invalid parts. */
export function readView(raw: Record<string, unknown>): CatalogueView {
  const perpage = parseInteger(raw.perpage)
  const [minPrice, maxPrice] = readPrices(textOf(raw.price))
  const query = textOf(raw.query)?.trim() ?? ''
  return {
    query,
    searchRange: query === '' ? 'all' : readSearchRange(textOf(raw.search_range)),
    page: parseInteger(raw.page) ?? 1,
    perpage: (cataloguePageSizes as readonly number[]).includes(perpage ?? 0) ? (perpage ?? 0) : pageSizes.catalogue,
    brands: readIds(textOf(raw.brand)),
    params: readParams(textOf(raw.filter)),
    minPrice,
    maxPrice,
    available: parseInteger(raw.available) === 1,
    isNew: parseInteger(raw.new) === 1,
    sale: parseInteger(raw.sale) === 1,
    sorting: readSorting(textOf(raw.sorting)),
    tags: readIds(textOf(raw.tags)),
  }
}

/** The shortest address of a view, without defaults. */
export function writeView(view: CatalogueView): CatalogueSearch {
  const search: CatalogueSearch = {
    query: view.query || undefined,
    search_range: view.query === '' || view.searchRange === 'all' ? undefined : view.searchRange,
    page: view.page > 1 ? view.page : undefined,
    perpage: view.perpage === pageSizes.catalogue ? undefined : view.perpage,
    brand: view.brands.join('.') || undefined,
    filter: writeParams(view.params) || undefined,
    price:
      view.minPrice === undefined && view.maxPrice === undefined
        ? undefined
        : `${view.minPrice ?? ''}-${view.maxPrice ?? ''}`,
    available: view.available ? 1 : undefined,
    new: view.isNew ? 1 : undefined,
    sale: view.sale ? 1 : undefined,
    sorting: view.sorting && `${view.sorting.field}.${view.sorting.direction}`,
    tags: view.tags.join('.') || undefined,
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** For the route: an address in its shortest form, keeping the open card. */
export function normaliseSearch(raw: Record<string, unknown>): CatalogueSearch {
  const product = parseInteger(raw.product)
  return { ...writeView(readView(raw)), ...(product === undefined ? {} : { product }) }
}

/** A changed view; any change except of the page goes back to page 1 [T.7]. */
export function changeView(view: CatalogueView, change: ViewChange): CatalogueView {
  return { ...view, page: 1, ...change }
}

/** Resets all conditions; the search with its range, page size and sorting stay. */
export function resetView({ query, searchRange, perpage, sorting }: CatalogueView): CatalogueView {
  return { ...readView({}), query, searchRange, perpage, sorting }
}

/** Identifies the list of a view, regardless of page and sorting. */
export function listKey(
  { page: _page, perpage: _perpage, sorting: _sorting, ...conditions }: CatalogueView,
  url: string | undefined,
): string {
  return JSON.stringify([url ?? null, conditions])
}

/** The input of `filter` for a view of a category. */
export function filterInputOf(view: CatalogueView, catalog: number | undefined): FilterInput {
  const byprice = view.minPrice !== undefined || view.maxPrice !== undefined
  return {
    catalog: catalog ?? null,
    query: view.query,
    search_range: view.searchRange,
    page: view.page,
    perpage: view.perpage,
    brand: view.brands,
    filter: view.params,
    byprice,
    minprice: view.minPrice ?? null,
    maxprice: view.maxPrice ?? null,
    available: view.available,
    new: view.isNew,
    sale: view.sale,
    tags: view.tags,
    sorting: view.sorting ? { [view.sorting.field]: view.sorting.direction } : null,
  }
}

/** Adds an id to a list, or removes it. */
export function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((b) => b !== id) : [...ids, id].sort((a, b) => a - b)
}

/** Adds or removes a value of a parameter; a parameter without values is dropped. */
export function toggledParam(params: Record<string, number[]>, param: number, value: number): Record<string, number[]> {
  const { [param]: chosen = [], ...others } = params
  const values = toggled(chosen, value)
  return values.length === 0 ? others : { ...others, [param]: values }
}

function readIds(text: string | undefined): number[] {
  const ids = (text ?? '').split('.').flatMap((part) => parseInteger(part) ?? [])
  return [...new Set(ids)].sort((a, b) => a - b)
}

function readParams(text: string | undefined): Record<string, number[]> {
  const pairs = (text ?? '').split('_').flatMap((part) => {
    const [param = '', values] = part.split('-')
    const ids = readIds(values)
    return parseInteger(param) === undefined || ids.length === 0 ? [] : [[String(Number(param)), ids] as const]
  })
  return Object.fromEntries(pairs)
}

function writeParams(params: Record<string, number[]>): string {
  return Object.entries(params)
    .map(([param, values]) => `${param}-${values.join('.')}`)
    .join('_')
}

function readPrices(text: string | undefined): [number | undefined, number | undefined] {
  const match = /^(\d{1,9}(?:\.\d{1,2})?)?-(\d{1,9}(?:\.\d{1,2})?)?$/.exec(text ?? '')
  if (!match) return [undefined, undefined]
  const [low, high] = [match[1], match[2]].map((part) => (part === undefined ? undefined : Number(part)))
  return low !== undefined && high !== undefined && low > high ? [high, low] : [low, high]
}

const narrowRanges = ['articul', 'header'] as const satisfies readonly SearchRange[]

function readSearchRange(text: string | undefined): SearchRange {
  return narrowRanges.find((name) => name === text) ?? 'all'
}

const sortFields = ['articul', 'header', 'price', 'price_rrc'] as const satisfies readonly SortField[]

function readSorting(text: string | undefined): CatalogueView['sorting'] {
  const [fieldName, direction] = (text ?? '').split('.')
  const field = sortFields.find((name) => name === fieldName)
  if (field === undefined || (direction !== 'asc' && direction !== 'desc')) return undefined
  return { field, direction }
}
