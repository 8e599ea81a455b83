import { maxFavouriteLists, maxFavourites, maxNeeds } from '#shared/constants.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { AppError } from '#server/platform/app-error.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { addMarks, removeMarks, type Mark, type Membership } from './queries.ts'
import {
  addToList,
  deleteList as deleteListRow,
  findList,
  insertList,
  restoreListMembership,
  readLists,
  removeFromList,
  renameList,
  type NamedList,
} from './queries-named.ts'
import { findMarkable, findProducts } from './shared-queries.ts'

type Deps = { db: Db }

const max: Record<Mark, { count: number; message: string }> = {
  favourite: { count: maxFavourites, message: `В избранном может быть не больше ${maxFavourites} товаров` },
  need: { count: maxNeeds, message: `В потребностях может быть не больше ${maxNeeds} товаров` },
}

type Marking = {
  mark: Mark
  ids: readonly number[]
  listId?: number | undefined
  /** Lists that contained the favourites before removal. */ lists?: Membership
}

/** Marks products, all or none, and adds them to a list if given. Returns the newly marked ones. */
export async function setMarks(
  { db }: Deps,
  { accountId }: Actor,
  { mark, ids, listId, lists = [] }: Marking,
): Promise<number[]> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    if (listId !== undefined && !(await findList(tx, { accountId, listId }))) throw new AppError('notFound')
    const markable = new Map((await findMarkable(tx, { accountId, ids })).map(({ id, productId }) => [id, productId]))
    if (ids.some((id) => !markable.has(id))) throw new AppError('notFound')
    const productIds = [...new Set(markable.values())]
    const { count, message } = max[mark]
    const added = await addMarks(tx, { accountId, mark, productIds, max: count })
    if (!added) throw new AppError('listFull', { message })
    if (listId !== undefined) await addToList(tx, { accountId, listId, productIds })
    if (lists.length > 0) await restoreListMembership(tx, { accountId, lists })
    return added
  })
}

/** Removes a mark. Idempotent. */
export async function unsetMark(
  { db }: Deps,
  { accountId }: Actor,
  { mark, id }: { mark: Mark; id: number },
): Promise<void> {
  const [found] = await findProducts(db, { ids: [id] })
  if (!found) throw new AppError('notFound')
  await removeMarks(db, { accountId, mark, productIds: [found.productId] })
}

/**
 * Removes several marks, or removes goods from one list only; ids without the mark are ignored. Returns the lists that
 * favourites were removed from.
 */
export async function removeMany(
  { db }: Deps,
  { accountId }: Actor,
  { mark, ids, listId }: { mark: Mark; ids: readonly number[]; listId?: number | undefined },
): Promise<{ removed: number; lists: { id: number; ids: number[] }[] }> {
  if (listId === undefined) return removeMarks(db, { accountId, mark, productIds: ids })
  if (!(await findList(db, { accountId, listId }))) throw new AppError('notFound')
  return { removed: await removeFromList(db, { accountId, listId, productIds: ids }), lists: [] }
}

export async function listNamed({ db }: Deps, { accountId }: Actor): Promise<NamedList[]> {
  return readLists(db, { accountId })
}

/** Creates a list, or renames the one with the given id. */
export async function saveList(
  { db }: Deps,
  { accountId }: Actor,
  { listId, name }: { listId: number | undefined; name: string },
): Promise<{ id: number; lists: NamedList[] }> {
  try {
    return await db.transaction(async (tx) => {
      await lockAccount(tx, { accountId })
      const id = listId ?? (await insertList(tx, { accountId, name, max: maxFavouriteLists }))
      if (id === undefined)
        throw new AppError('listFull', { message: `Списков может быть не больше ${maxFavouriteLists}` })
      if (listId !== undefined && !(await renameList(tx, { accountId, listId, name }))) throw new AppError('notFound')
      return { id, lists: await readLists(tx, { accountId }) }
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'favourite_lists_name_key') throw error
    throw new AppError('listNameTaken', { fields: { header: 'Такое название уже есть' } }, { cause: error })
  }
}

/** Deletes a list; its goods stay favourites. Idempotent. */
export async function deleteList(
  { db }: Deps,
  { accountId }: Actor,
  { listId }: { listId: number },
): Promise<NamedList[]> {
  await deleteListRow(db, { accountId, listId })
  return readLists(db, { accountId })
}
