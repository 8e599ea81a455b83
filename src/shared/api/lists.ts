import * as z from 'zod/mini'
import { maxFavouriteLists } from '../constants.ts'
import { productRow } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { chosen, nothing, pagination, success, wireCount, wireFlag, wireId, wireText } from './wire.ts'

/** Page of a list of goods; `perpage` is 20 unless it is 20, 40, 60 or 100. */
export const goodsPage = { page: z._default(wireId, 1), perpage: z.optional(wireCount), contract: chosen(wireId) }

/** Reply of every list of goods [E.17]. */
export const goodsList = z.object({
  ...success,
  goods: z.array(productRow),
  count: z.number(),
  contract: z.number(),
  pagination,
  actualWms: z.array(z.object({ id: z.number(), header: z.string() })),
})

export type GoodsList = z.output<typeof goodsList>

/** A good of the account's list that is not sold under the contract. */
export const unavailableGood = z.object({ id: z.number(), header: z.string(), articul: z.string() })
const personalPage = { ...goodsPage, allGone: z._default(wireFlag, false) }
/**
 * `gone`: unavailable goods by name, the first 20 unless all are requested. `elsewhere`: sold under another contract of
 * the account, so a removed one can be added again.
 */
const personalList = z.extend(goodsList, {
  gone: z.array(z.extend(unavailableGood, { elsewhere: z.boolean() })),
  goneCount: z.number(),
})
export type PersonalList = z.output<typeof personalList>

const maxIds = 1000
const ids = z.array(wireId).check(z.minLength(1), z.maxLength(maxIds))
const listName = wireText(100).check(z.trim(), z.minLength(1))

const one = z.object({ id: wireId })
/**
 * A variant's id marks its product. 404 if no contract of the buyer sells it; `listFull` when the list is full.
 * Idempotent.
 */
export const addFavorite = endpoint({
  verb: 'POST',
  path: '/api/setWish/',
  right: 'lists.edit',
  summary: 'Add a product to favourites, and to a named list if given',
  input: z.object({ id: wireId, list: chosen(wireId) }),
  reply: z.object({ ...success, inwish: z.boolean() }),
})
export const removeFavorite = endpoint({
  verb: 'POST',
  path: '/api/unsetWish/',
  right: 'lists.edit',
  summary: 'Remove a product from favourites and from every named list',
  input: one,
  reply: z.object({ ...success, inwish: z.boolean() }),
})
export const setNeed = endpoint({
  verb: 'POST',
  path: '/api/setNeed/',
  right: 'lists.edit',
  summary: 'Add a product to the needs',
  input: one,
  reply: z.object({ ...success, inneed: z.boolean() }),
})
export const unsetNeed = endpoint({
  verb: 'POST',
  path: '/api/unsetNeed/',
  right: 'lists.edit',
  summary: 'Remove a product from the needs',
  input: one,
  reply: z.object({ ...success, inneed: z.boolean() }),
})

export const favorites = endpoint({
  verb: 'GET',
  path: '/api/favorites/',
  right: 'lists.edit',
  summary: 'Favourites, or one named list of them, under a contract',
  input: z.object({ ...personalPage, list: chosen(wireId) }),
  reply: z.extend(personalList, {
    lists: z.array(z.object({ id: z.number(), header: z.string(), count: z.number() })),
  }),
})

/** Which named lists each product was in. */
const membership = z.array(z.object({ id: wireId, ids })).check(z.maxLength(maxFavouriteLists))
export type Membership = z.output<typeof membership>

export const addFavorites = endpoint({
  verb: 'POST',
  path: '/api/favorites/',
  method: 'add',
  right: 'lists.edit',
  summary:
    'Add several products to favourites, all or none; with `lists` (from the reply of deleting them) also to ' +
    'their named lists',
  input: z.object({ ids, lists: z._default(membership, []) }),
  /** Products that were not favourites before. */
  reply: z.object({ ...success, added: z.array(z.number()) }),
})

export const deleteFavorites = endpoint({
  verb: 'POST',
  path: '/api/favorites/',
  method: 'delete',
  right: 'lists.edit',
  summary: 'Remove several products from favourites (and from the named lists of the reply), or from one named list',
  input: z.object({ ids, list: chosen(wireId) }),
  reply: z.object({ ...success, removed: z.number(), lists: membership }),
})

export const needs = endpoint({
  verb: 'GET',
  path: '/api/needs/',
  right: 'lists.edit',
  summary: 'Needs under a contract',
  input: z.object(personalPage),
  reply: personalList,
})

export const addNeeds = endpoint({
  verb: 'POST',
  path: '/api/needs/',
  method: 'add',
  right: 'lists.edit',
  summary: 'Add several products to the needs, all or none',
  input: z.object({ ids }),
  /** Products that were not needs before. */
  reply: z.object({ ...success, added: z.array(z.number()) }),
})

export const deleteNeeds = endpoint({
  verb: 'POST',
  path: '/api/needs/',
  method: 'delete',
  right: 'lists.edit',
  summary: 'Remove several products from the needs',
  input: z.object({ ids }),
  reply: z.object({ ...success, removed: z.number() }),
})

/** Named lists of favourites; an existing name is refused with `listNameTaken` and `fields.header`. */
const listsReply = z.object({
  ...success,
  lists: z.array(z.object({ id: z.number(), header: z.string(), count: z.number() })),
})
export const favoriteLists = endpoint({
  verb: 'GET',
  path: '/api/favoriteLists/',
  right: 'lists.edit',
  summary: 'Named lists of favourites',
  input: nothing,
  reply: listsReply,
})
export const saveFavoriteList = endpoint({
  verb: 'POST',
  path: '/api/favoriteLists/',
  method: 'save',
  right: 'lists.edit',
  summary: 'Create a named list (without id) or rename one',
  input: z.object({ id: chosen(wireId), header: listName }),
  reply: z.extend(listsReply, { id: z.number() }),
})
export const deleteFavoriteList = endpoint({
  verb: 'POST',
  path: '/api/favoriteLists/',
  method: 'delete',
  right: 'lists.edit',
  summary: 'Delete a named list; its goods stay favourites',
  input: one,
  reply: listsReply,
})
export const fillFavoriteList = endpoint({
  verb: 'POST',
  path: '/api/favoriteLists/',
  method: 'add',
  right: 'lists.edit',
  summary: 'Add products to a named list; they become favourites',
  input: z.object({ id: wireId, ids }),
  reply: listsReply,
})

/**
 * 'Сообщить о поступлении' under a contract: one notification, then the watch ends; a variant is watched by itself.
 * `notSold` if the contract does not sell it.
 */
const watchReply = z.object({ ...success, inwatch: z.boolean() })
const watchInput = z.object({ id: wireId, contract: chosen(wireId) })
export const setWatch = endpoint({
  verb: 'POST',
  path: '/api/setWatch/',
  right: 'lists.edit',
  summary: 'Watch a product: notify when it is in stock again',
  input: watchInput,
  reply: watchReply,
})
export const unsetWatch = endpoint({
  verb: 'POST',
  path: '/api/unsetWatch/',
  right: 'lists.edit',
  summary: 'Stop watching a product',
  input: watchInput,
  reply: watchReply,
})
export const watches = endpoint({
  verb: 'GET',
  path: '/api/watches/',
  right: 'lists.edit',
  summary: 'Ids of the products watched under the contract',
  input: z.object({ contract: chosen(wireId) }),
  reply: z.object({ ...success, ids: z.array(z.number()) }),
})
