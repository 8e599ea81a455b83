import { cataloguePageSizes, pageSizes } from '#shared/constants.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { listGoods, listUnsoldMarks, type GoodsPage, type GoodsQuery } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { readNeeds } from './queries.ts'
import { readFavourites, type NamedList } from './queries-named.ts'
import type { UnavailableGood } from './shared-queries.ts'

type Deps = { db: Db; catalogue: Catalogue }

export type PageInput = { contractId: number | undefined; page: number; perPage: number | undefined }
type UnavailableQuery = { allUnavailable: boolean }

/** A page of a personal list, and its goods that the contract does not sell. */
export type PersonalPage = { page: GoodsPage; unavailable: UnavailableGood[]; unavailableCount: number }

/** A page of favourites, or of one of the account's lists. */
export async function listFavourites(
  deps: Deps,
  actor: Actor,
  { listId, allUnavailable, ...query }: PageInput & UnavailableQuery & { listId: number | undefined },
): Promise<PersonalPage & { lists: NamedList[] }> {
  const unsoldIds = await listUnsoldMarks(deps, actor, { contractId: query.contractId, mark: 'favourite' })
  const { ids, lists, ...unavailable } = await readFavourites(deps.db, {
    accountId: actor.accountId,
    listId,
    unsoldIds,
    max: maxUnavailable(allUnavailable),
  })
  if (listId !== undefined && !lists.some(({ id }) => id === listId)) throw new AppError('notFound')
  return { page: await readPage(deps, actor, { ...query, productIds: ids }), ...unavailable, lists }
}

export async function listNeeds(
  deps: Deps,
  actor: Actor,
  { allUnavailable, ...query }: PageInput & UnavailableQuery,
): Promise<PersonalPage> {
  const unsoldIds = await listUnsoldMarks(deps, actor, { contractId: query.contractId, mark: 'need' })
  const { ids, ...unavailable } = await readNeeds(deps.db, {
    accountId: actor.accountId,
    unsoldIds,
    max: maxUnavailable(allUnavailable),
  })
  return { page: await readPage(deps, actor, { ...query, productIds: ids }), ...unavailable }
}

/** A list can hold thousands of unavailable goods: only the first ones are named. */
const unavailableAtFirst = 20
const maxUnavailable = (all: boolean) => (all ? undefined : unavailableAtFirst)

/** A page of goods, 20 per page unless another page size is requested. */
export async function readPage(
  deps: { catalogue: Catalogue },
  actor: Actor,
  { perPage, ...query }: GoodsQuery,
): Promise<GoodsPage> {
  const size = (cataloguePageSizes as readonly (number | undefined)[]).includes(perPage) ? perPage : undefined
  return listGoods(deps, actor, { ...query, perPage: size ?? pageSizes.catalogue })
}
