import type { GoodsList, PersonalList } from '#shared/api/lists.ts'
import { cataloguePageSizes, pageSizes } from '#shared/constants.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { listGoods, unsoldMarks } from '#server/features/catalogue/goods.ts'
import type { Catalogue } from '#server/features/catalogue/open.ts'
import { readNeeds } from './queries.ts'
import { readFavourites, type NamedList } from './queries-named.ts'

type Deps = { db: Db; catalogue: Catalogue }

export type PageAsked = { contract?: number | undefined; page: number; perpage?: number | undefined }
type Without<Status> = Omit<Status, 'status'>

/** A page of favourites, or of one named list of them. */
export async function listFavourites(deps: Deps, actor: Actor, { list: listId, ...asked }: PageAsked & { list?: number | undefined }): Promise<Without<PersonalList> & { lists: NamedList[] }> {
  const { contract } = asked
  const unsoldIds = await unsoldMarks(deps, actor, { contract, mark: 'wish' })
  const { ids, gone, lists } = await readFavourites(deps.db, { accountId: actor.accountId, listId, unsoldIds })
  if (listId !== undefined && !lists.some(({ id }) => id === listId)) throw new AppError('notFound')
  return { ...(await pageOf(deps, actor, { ...asked, productIds: ids })), gone, lists }
}

export async function listNeeds(deps: Deps, actor: Actor, asked: PageAsked): Promise<Without<PersonalList>> {
  const unsoldIds = await unsoldMarks(deps, actor, { contract: asked.contract, mark: 'need' })
  const { ids, gone } = await readNeeds(deps.db, { accountId: actor.accountId, unsoldIds })
  return { ...(await pageOf(deps, actor, { ...asked, productIds: ids })), gone }
}

/** A page of a list of goods, 20 on it unless a size of the catalogue's was asked for. */
export async function pageOf(
  deps: { catalogue: Catalogue },
  actor: Actor,
  { perpage, contract, ...asked }: PageAsked & { productIds?: readonly number[]; only?: 'hit' | 'new' | 'sale'; catalog?: number | undefined },
): Promise<Without<GoodsList>> {
  const size = (cataloguePageSizes as readonly (number | undefined)[]).includes(perpage) ? perpage : undefined
  return listGoods(deps, actor, { ...asked, contract, perpage: size ?? pageSizes.catalogue })
}
