import * as z from 'zod/mini'
import { cataloguePageSizes, pageSizes } from '../constants.ts'
import { endpoint } from './endpoint.ts'
import { wireRate } from './money/rates.ts'
import {
  chosen,
  nothing,
  pagination,
  success,
  wireCount,
  wireDecimals,
  wireFlag,
  wireId,
  wireNumber,
  wireText,
} from './wire.ts'

export const sortFields = ['articul', 'header', 'price', 'price_rrc'] as const
export type SortField = (typeof sortFields)[number]
export const origins = ['catalog', 'favorites', 'needs', 'hit', 'novelty', 'sales'] as const
export const searchRanges = ['all', 'articul', 'header'] as const

const direction = z.enum(['asc', 'desc'])
/** A list of ids; older clients send a single id as a number and none as ''. */
const idList = z.pipe(
  z.union([z.array(wireId).check(z.maxLength(1000)), wireId, z.literal(''), z.null()]),
  z.transform((given) => (Array.isArray(given) ? given : typeof given === 'number' ? [given] : [])),
)
/** PHP encodes an empty object as []. */
const emptyList = z.pipe(
  z.array(z.never()),
  z.transform(() => undefined),
)

const price = z.optional(
  z.pipe(
    z.union([wireNumber, z.literal(''), z.null()]),
    z.transform((given) => (typeof given === 'number' ? given : undefined)),
  ),
)

export const filterInput = z.object({
  origin: z._default(z.enum(origins), 'catalog'),
  available: z._default(wireFlag, false),
  new: z._default(wireFlag, false),
  sale: z._default(wireFlag, false),
  brand: z._default(idList, []),
  catalog: chosen(wireId),
  contract: chosen(wireId),
  /** 0 = all warehouses of the contract; absent = the saved choice. */
  warehouse: z.optional(
    z.pipe(
      z.union([wireCount, z.literal(''), z.null()]),
      z.transform((given) => (typeof given === 'number' ? given : undefined)),
    ),
  ),
  perpage: z._default(
    z.pipe(wireCount, z.number().check(z.refine((size) => (cataloguePageSizes as readonly number[]).includes(size)))),
    pageSizes.catalogue,
  ),
  byprice: z._default(wireFlag, false),
  minprice: price,
  maxprice: price,
  /** Parameter id → chosen value ids: OR inside one parameter, AND between parameters. */
  filter: z._default(
    z.pipe(
      z.union([z.record(z.string().check(z.regex(/^\d{1,10}$/)), idList), emptyList]),
      z.transform((given): Record<string, number[]> => given ?? {}),
    ),
    {},
  ),
  search_range: z._default(z.enum(searchRanges), 'all'),
  page: z._default(wireId, 1),
  query: z._default(
    z.pipe(
      z.union([wireText(20_000), z.null()]),
      z.transform((given) => given ?? ''),
    ),
    '',
  ),
  sorting: z.optional(
    z.nullable(
      z.union([
        z.object({
          articul: z.optional(direction),
          header: z.optional(direction),
          price: z.optional(direction),
          price_rrc: z.optional(direction),
        }),
        emptyList,
      ]),
    ),
  ),
  tags: z._default(idList, []),
})

const warehouse = z.object({ id: z.number(), header: z.string() })

export const productRow = z.object({
  id: z.number(),
  title: z.string(),
  header: z.string(),
  articul: z.string(),
  url: z.string(),
  brand: z.nullable(z.object({ id: z.number(), header: z.string() })),
  /** Roubles with VAT; null where the caller may not see prices. */
  price: z.nullable(z.number()),
  price_rrc: z.nullable(z.number()),
  old_price: z.nullable(z.number()),
  total_rest: z.number(),
  /** The largest multiple of the step of each warehouse, summed; with a chosen warehouse, of that one. */
  available_for_order: z.number(),
  /** In stock, but no warehouse has a whole step: available_for_order is 0. */
  below_step: z.boolean(),
  unit: z.string(),
  /** Initial value of the quantity field [V.4]. */
  quantity: z.number(),
  step: z.number(),
  decimals: wireDecimals,
  wms_id: z.number(),
  wms: z.string(),
  stocks: z.array(z.object({ wms_id: z.number(), quantity: z.number() })),
  /** Stock as text where the contract hides exact figures: 'более 10', 'мало'… */
  stock_label: z.nullable(z.string()),
  /** 0 = no picture: show the placeholder image. */
  picture: z.number(),
  picturetype: z.string(),
  new: z.boolean(),
  hit: z.boolean(),
  sale: z.boolean(),
  variants_count: z.number(),
  inwish: z.boolean(),
  inneed: z.boolean(),
  /** Quantity in the caller's basket of this contract, variants summed. */
  in_basket: z.number(),
})

export const facetValue = { id: z.number(), count: z.number(), selected: z.boolean() }
/** A facet carries its first values and the chosen ones; `more`: find the others with `facetValues`. */
export const facetMore = { more: z.optional(z.literal(true)) }
const crumb = z.object({ id: z.number(), header: z.string(), url: z.string() })

const filterReply = z.object({
  ...success,
  brands: z.object({ data: z.array(z.object({ ...facetValue, header: z.string() })), ...facetMore }),
  tags: z.object({ data: z.array(z.object({ ...facetValue, header: z.string() })), ...facetMore }),
  prices: z.nullable(z.object({ min: z.number(), max: z.number() })),
  products: z.array(productRow),
  params: z.array(
    z.object({
      id: z.number(),
      header: z.string(),
      values: z.array(z.object({ ...facetValue, value: z.string() })),
      ...facetMore,
    }),
  ),
  /** Parameters left out of the reply because there are too many: narrow by category or another choice to see them. */
  params_left: z.number(),
  /** Counts of the three switches, each without its own choice. */
  flags: z.object({ available: z.number(), new: z.number(), sale: z.number() }),
  actualWms: z.array(warehouse),
  catalog_description: z.string(),
  breadcrumbs: z.array(crumb),
  pagination,
  /** Time of the last change of the shown stock, ISO 8601; null = none. */
  stock_updated_at: z.nullable(z.string()),
  /** The nearest spelling with results, when there are none. */
  suggestion: z.nullable(z.string()),
})

export type FilterInput = z.input<typeof filterInput>
export type FilterRequest = z.output<typeof filterInput>
export type FilterReply = z.output<typeof filterReply>
export type ProductRow = z.output<typeof productRow>

export const filter = endpoint({
  verb: 'POST',
  path: '/api/filter/',
  right: 'catalogue.view',
  summary: 'A page of the catalogue with its facets',
  repeats: true,
  input: filterInput,
  reply: filterReply,
})

export const contractOption = z.object({
  id: z.number(),
  number: z.string(),
  date: z.string(),
  header: z.string(),
  contragent: z.string(),
  stopOrders: z.boolean(),
  debtAlert: z.nullable(z.string()),
  selected: z.boolean(),
})

export type CategoryNode = { id: number; header: string; url: string; count: number; children: CategoryNode[] }

const categoryNode: z.ZodMiniType<CategoryNode> = z.object({
  id: z.number(),
  header: z.string(),
  url: z.string(),
  count: z.number(),
  get children() {
    return z.array(categoryNode)
  },
})

export const filterInit = endpoint({
  verb: 'GET',
  path: '/api/filterinit/',
  right: 'catalogue.view',
  summary: 'Contracts, category tree, warehouses and counters for the catalogue',
  input: z.object({ contract: chosen(wireId) }),
  reply: z.object({
    ...success,
    contracts: z.array(contractOption),
    selectedContract: z.nullable(z.number()),
    catalog_tree: z.array(categoryNode),
    warehouses: z.array(z.object({ id: z.number(), header: z.string(), selected: z.boolean() })),
    favoritesCount: z.number(),
    needsCount: z.number(),
    /** The rate of the contract's price type; null if its prices are in roubles, have no rate, or are hidden. */
    rate: z.nullable(wireRate),
  }),
})

export const rootCategories = endpoint({
  verb: 'GET',
  path: '/api/rootCategories/',
  right: 'catalogue.view',
  summary: 'Top categories sold under the chosen contract, and the contracts',
  input: nothing,
  reply: z.object({
    ...success,
    rootCatalog: z.array(z.object({ id: z.number(), header: z.string(), url: z.string(), picture: z.number() })),
    contracts: z.array(contractOption),
  }),
})

export const getCatalogId = endpoint({
  verb: 'POST',
  path: '/api/getCatalogId/',
  right: 'catalogue.view',
  summary: 'Id of a category by its url',
  input: z.object({ catalogUrl: wireText(500).check(z.minLength(1)) }),
  reply: z.object({ ...success, id: z.number() }),
})

const variant = z.object({
  id: z.number(),
  header: z.string(),
  articul: z.string(),
  price: z.nullable(z.number()),
  price_rrc: z.nullable(z.number()),
  total_rest: z.number(),
  available_for_order: z.number(),
  below_step: z.boolean(),
  stocks: z.array(z.object({ wms_id: z.number(), quantity: z.number() })),
  stock_label: z.nullable(z.string()),
  unit: z.string(),
  step: z.number(),
  decimals: wireDecimals,
  quantity: z.number(),
  in_basket: z.number(),
  params: z.record(z.string(), z.object({ header: z.string(), value: z.string() })),
})

const productCard = z.extend(productRow, {
  description: z.string(),
  barcode: z.string(),
  /** Weight of one unit in kg, volume in m³; null when unknown. */
  weight: z.nullable(z.number()),
  volume: z.nullable(z.number()),
  vat: z.nullable(z.number()),
  /** The rate at which its price is sold; null if it is in roubles, or hidden. */
  rate: z.nullable(wireRate),
  pictures: z.array(z.object({ id: z.number(), type: z.string() })),
  breadcrumbs: z.array(crumb),
  params: z.array(z.object({ id: z.number(), header: z.string(), value: z.string() })),
  variants: z.array(variant),
  actualWms: z.array(warehouse),
  /**
   * Tabs that have content, by name (`tabNames`). An entry with `async` loads through `source` with `data.id` and, for
   * `binds`, with the entry's id. `data.type`: description, params, product, document, prices. Prices need two days
   * with different prices.
   */
  tabs: z.record(
    z.string(),
    z.array(
      z.object({
        id: z.number(),
        async: z.boolean(),
        data: z.object({ type: z.string(), id: z.number(), source: z.string() }),
      }),
    ),
  ),
  /** Kinds of linked goods: analogues, related goods. */
  binds: z.array(z.number()),
  /**
   * Arrivals of the product or a variant at the contract's warehouses, soonest first, from tomorrow on; dd.mm.yyyy.
   * Null: the contract hides exact stock.
   */
  arrivals: z.array(
    z.object({
      id: z.number(),
      wms_id: z.number(),
      wms: z.string(),
      date: z.string(),
      quantity: z.nullable(z.number()),
    }),
  ),
  /** When the stock of the product or of a variant last changed, ISO 8601. */
  stock_updated_at: z.nullable(z.string()),
})

/** Tabs of a product's card in order: характеристики, описание, аналоги, сопутствующие, документы, история цены. */
export const tabNames = ['params', 'description', 'analogues', 'related', 'documents', 'prices'] as const
export type TabName = (typeof tabNames)[number]

export type ProductCard = z.output<typeof productCard>
export type ProductVariant = z.output<typeof variant>

export const product = endpoint({
  verb: 'GET',
  path: '/api/product/:id?',
  right: 'catalogue.view',
  summary: 'One product with its variants, stock per warehouse and parameters',
  input: z.object({ id: wireId, contract: chosen(wireId) }),
  reply: z.object({ ...success, product: productCard }),
})

const bound = z.union([
  z.object({ type: z.literal('product'), product: productRow }),
  z.object({
    type: z.literal('document'),
    header: z.string(),
    link: z.string(),
    extension: z.string(),
    size: z.number(),
  }),
])

export type BoundItem = z.output<typeof bound>

/** Entries of the card's async tabs, with the tabs' ids; goods that are not sold or not linked are left out. */
export const binds = endpoint({
  verb: 'POST',
  path: '/api/binds/',
  right: 'catalogue.view',
  summary: 'Linked goods and documents of a product',
  input: z.object({
    id: wireId,
    type: z._default(z.enum(['product', 'document']), 'product'),
    bindIds: z.array(wireId).check(z.maxLength(200)),
    contract: chosen(wireId),
  }),
  reply: z.object({ ...success, items: z.array(z.object({ id: z.number(), data: bound })) }),
})

export const priceHistory = endpoint({
  verb: 'GET',
  path: '/api/priceHistory/',
  right: 'price.contract',
  summary: "Price history of a product or variant under the contract's price type",
  input: z.object({ id: wireId, contract: chosen(wireId) }),
  /**
   * Oldest first; `price` null from the day the product is no longer sold. Dates dd.mm.yyyy, the last price of each
   * day.
   */
  reply: z.object({ ...success, points: z.array(z.object({ date: z.string(), price: z.nullable(z.number()) })) }),
})

const stockAge = z.object({
  /** When 1C sent the last accepted stock; null = never, or the caller is a visitor of the demo mode. */
  at: z.nullable(z.string()),
  /** Stock older than this is shown as delayed; 0 = never. */
  late_after_minutes: z.number(),
})
export type StockAge = z.output<typeof stockAge>

export const readStockAge = endpoint({
  verb: 'GET',
  path: '/api/stock-age/',
  right: 'session',
  summary: 'How old the stock of 1C is, and from which age it is delayed',
  input: nothing,
  reply: z.object({ ...success, stock: stockAge }),
})
