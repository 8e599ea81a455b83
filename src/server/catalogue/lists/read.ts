import type { GoodsList, PersonalList } from '#shared/api/lists.ts'
import { cataloguePageSizes, pageSizes } from '#shared/constants.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { listGoods, unsoldMarks } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { readNeeds } from './queries.ts'
import { readFavourites, type NamedList } from './queries-named.ts'

type Deps = { db: Db; catalogue: Catalogue }

export type PageInput = { contract?: number | undefined; page: number; perPage: number | undefined }
type UnavailableInput = { allGone: boolean }
type Without<Status> = Omit<Status, 'status'>

/** A page of favourites, or of one named list of them. */
export async function listFavourites(
  deps: Deps,
  actor: Actor,
  { list: listId, allGone, ...asked }: PageInput & UnavailableInput & { list?: number | undefined },
): Promise<Without<PersonalList> & { lists: NamedList[] }> {
  const { contract } = asked
  const unsoldIds = await unsoldMarks(deps, actor, { contract, mark: 'wish' })
  const { ids, lists, ...gone } = await readFavourites(deps.db, {
    accountId: actor.accountId,
    listId,
    unsoldIds,
    max: maxUnavailable(allGone),
  })
  if (listId !== undefined && !lists.some(({ id }) => id === listId)) throw new AppError('notFound')
  return { ...(await pageOf(deps, actor, { ...asked, productIds: ids })), ...gone, lists }
}

export async function listNeeds(
  deps: Deps,
  actor: Actor,
  { allGone, ...asked }: PageInput & UnavailableInput,
): Promise<Without<PersonalList>> {
  const unsoldIds = await unsoldMarks(deps, actor, { contract: asked.contract, mark: 'need' })
  const { ids, ...gone } = await readNeeds(deps.db, {
    accountId: actor.accountId,
    unsoldIds,
    max: maxUnavailable(allGone),
  })
  return { ...(await pageOf(deps, actor, { ...asked, productIds: ids })), ...gone }
}

/** Of goods that are not sold there may be thousands: a page names the first. */
const unavailableAtFirst = 20
const maxUnavailable = (all: boolean) => (all ? undefined : unavailableAtFirst)

/** A page of a list of goods, 20 on it unless a size of the catalogue's was asked for. */
export async function pageOf(
  deps: { catalogue: Catalogue },
  actor: Actor,
  {
    perPage,
    contract,
    ...asked
  }: PageInput & { productIds?: readonly number[]; only?: 'hit' | 'new' | 'sale'; catalog?: number | undefined },
): Promise<Without<GoodsList>> {
  const size = (cataloguePageSizes as readonly (number | undefined)[]).includes(perPage) ? perPage : undefined
  return listGoods(deps, actor, { ...asked, contract, perPage: size ?? pageSizes.catalogue })
}
