import { cataloguePageSizes, pageSizes } from '#shared/constants.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { listGoods, unsoldMarks, type GoodsPage, type GoodsQuery } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { readNeeds } from './queries.ts'
import { readFavourites, type NamedList } from './queries-named.ts'
import type { UnavailableGood } from './shared-queries.ts'

type Deps = { db: Db; catalogue: Catalogue }

export type PageInput = { contractId: number | undefined; page: number; perPage: number | undefined }
type UnavailableInput = { allGone: boolean }

/** A page of a list of the account's, and the goods of it that the contract does not sell. */
export type PersonalPage = { page: GoodsPage; gone: UnavailableGood[]; goneCount: number }

/** A page of favourites, or of one named list of them. */
export async function listFavourites(
  deps: Deps,
  actor: Actor,
  { listId, allGone, ...query }: PageInput & UnavailableInput & { listId: number | undefined },
): Promise<PersonalPage & { lists: NamedList[] }> {
  const unsoldIds = await unsoldMarks(deps, actor, { contractId: query.contractId, mark: 'favourite' })
  const { ids, lists, ...gone } = await readFavourites(deps.db, {
    accountId: actor.accountId,
    listId,
    unsoldIds,
    max: maxUnavailable(allGone),
  })
  if (listId !== undefined && !lists.some(({ id }) => id === listId)) throw new AppError('notFound')
  return { page: await pageOf(deps, actor, { ...query, productIds: ids }), ...gone, lists }
}

export async function listNeeds(
  deps: Deps,
  actor: Actor,
  { allGone, ...query }: PageInput & UnavailableInput,
): Promise<PersonalPage> {
  const unsoldIds = await unsoldMarks(deps, actor, { contractId: query.contractId, mark: 'need' })
  const { ids, ...gone } = await readNeeds(deps.db, {
    accountId: actor.accountId,
    unsoldIds,
    max: maxUnavailable(allGone),
  })
  return { page: await pageOf(deps, actor, { ...query, productIds: ids }), ...gone }
}

/** Thousands of goods may be no longer sold: a page names the first ones. */
const unavailableAtFirst = 20
const maxUnavailable = (all: boolean) => (all ? undefined : unavailableAtFirst)

/** A page of a list of goods, 20 on it unless a page size of the catalogue is requested. */
export async function pageOf(
  deps: { catalogue: Catalogue },
  actor: Actor,
  { perPage, ...query }: GoodsQuery,
): Promise<GoodsPage> {
  const size = (cataloguePageSizes as readonly (number | undefined)[]).includes(perPage) ? perPage : undefined
  return listGoods(deps, actor, { ...query, perPage: size ?? pageSizes.catalogue })
}
