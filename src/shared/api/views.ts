import * as z from 'zod/mini'
import { maxCompared, maxSavedFilters } from '../constants.ts'
import { productRow } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { unavailableGood } from './lists.ts'
import { chosen, nothing, success, wireId, wireText } from './wire.ts'

const one = z.object({ id: wireId })
const actualWms = z.array(z.object({ id: z.number(), header: z.string() }))

const comparedRow = z.object({
  /** Name of the parameter. */
  id: z.number(),
  header: z.string(),
  /** One per product, in the order of `products`; null = none. Values of variants are joined into one text. */
  values: z.array(z.nullable(z.string())),
  /** Whether the products differ in it; false for one product alone. */
  differs: z.boolean(),
})

export type ComparedRow = z.output<typeof comparedRow>

export const compare = endpoint({
  verb: 'GET',
  path: '/api/compare/',
  right: 'catalogue.view',
  summary: `Up to ${maxCompared} products side by side, in the order they were added, with all their parameters`,
  input: z.object({ contract: chosen(wireId) }),
  reply: z.object({
    ...success,
    contract: z.number(),
    products: z.array(productRow),
    params: z.array(comparedRow),
    gone: z.array(unavailableGood),
    actualWms,
  }),
})

/** Ids of compared goods in the order they were added, including ones no longer sold. */
const comparedIds = z.object({ ...success, ids: z.array(z.number()) })
export const compareIds = endpoint({
  verb: 'GET',
  path: '/api/compareIds/',
  right: 'catalogue.view',
  summary: 'Ids of the compared products',
  input: nothing,
  reply: comparedIds,
})
/** A variant's id means its product. Above the limit `compareFull`, and none of several is added. */
export const addToCompare = endpoint({
  verb: 'POST',
  path: '/api/compare/',
  method: 'add',
  right: 'catalogue.view',
  summary: `Add a product to the comparison: ${maxCompared} at most`,
  input: one,
  reply: comparedIds,
})
export const addManyToCompare = endpoint({
  verb: 'POST',
  path: '/api/compare/',
  method: 'addSeveral',
  right: 'catalogue.view',
  summary: 'Add several products to the comparison, in this order, all or none',
  input: z.object({ ids: z.array(wireId).check(z.minLength(1), z.maxLength(1000)) }),
  reply: comparedIds,
})
export const removeFromCompare = endpoint({
  verb: 'POST',
  path: '/api/compare/',
  method: 'remove',
  right: 'catalogue.view',
  summary: 'Remove a product from the comparison',
  input: one,
  reply: comparedIds,
})
export const clearCompare = endpoint({
  verb: 'POST',
  path: '/api/compare/',
  method: 'clear',
  right: 'catalogue.view',
  summary: 'Clear the comparison',
  input: nothing,
  reply: comparedIds,
})

/** Sent when a product's card is opened. */
export const recordView = endpoint({
  verb: 'POST',
  path: '/api/seen/',
  right: 'catalogue.view',
  summary: 'Record that a product was viewed',
  input: one,
  reply: z.object({ ...success }),
})
export const viewedGoods = endpoint({
  verb: 'GET',
  path: '/api/seen/',
  right: 'catalogue.view',
  summary: 'The last 20 viewed products sold under the contract, newest first',
  input: z.object({ contract: chosen(wireId) }),
  reply: z.object({ ...success, goods: z.array(productRow), count: z.number(), contract: z.number(), actualWms }),
})

const savedFilter = z.object({
  id: z.number(),
  header: z.string(),
  /** '/catalog?brand=21' or '/catalog/dreli?…', as in the address bar. */
  address: z.string(),
})

export type SavedFilter = z.output<typeof savedFilter>

const filtersReply = z.object({ ...success, filters: z.array(savedFilter) })
const addressMessage = 'Сохранить можно только отбор каталога'
/** Accepts only catalogue addresses with filters. */
const catalogueAddress = wireText(2000).check(
  z.regex(/^\/catalog(\/[\w.~%-]+)?\?[\w.~%!$&'()*+,;=:@/?[\]-]+$/, addressMessage),
)

/** Sorted by name. */
export const savedFilters = endpoint({
  verb: 'GET',
  path: '/api/savedFilters/',
  right: 'catalogue.view',
  summary: "The account's saved filters",
  input: nothing,
  reply: filtersReply,
})
export const saveFilter = endpoint({
  verb: 'POST',
  path: '/api/savedFilters/',
  method: 'save',
  right: 'catalogue.view',
  summary: `Save a filter under a name, replacing one of the same name; ${maxSavedFilters} at most`,
  input: z.object({
    header: wireText(100).check(z.trim(), z.minLength(1, 'Введите название')),
    address: catalogueAddress,
  }),
  reply: z.extend(filtersReply, { id: z.number() }),
})
export const deleteFilter = endpoint({
  verb: 'POST',
  path: '/api/savedFilters/',
  method: 'delete',
  right: 'catalogue.view',
  summary: 'Delete a saved filter',
  input: one,
  reply: filtersReply,
})
