import { maxCompared, maxSavedFilters } from '#shared/constants.ts'
import { findMarkable, findProducts } from '#server/catalogue/lists/shared-queries.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { contractAndWarehouses, listRowsOfProducts } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { comparedRows } from './compared-rows.ts'
import {
  addCompared,
  deleteFilter as deleteFilterRow,
  listCompared,
  listFilters,
  listSeen,
  readCompared,
  removeCompared,
  writeFilter,
  writeSeen,
} from './queries.ts'

type Deps = { db: Db; catalogue: Catalogue }
type ContractInput = { contractId: number | undefined }

const maxSeen = 100
const maxListedSeen = 20

/** The compared products that are sold under the contract, with the union of their parameters. */
export async function compareGoods({ db, catalogue }: Deps, actor: Actor, { contractId }: ContractInput) {
  const compared = await readCompared(db, { accountId: actor.accountId })
  const ids = compared.map(({ id }) => id)
  const rows = await listRowsOfProducts({ catalogue }, actor, { contract: contractId, ids })
  const sold = new Set(rows.map(({ id }) => id))
  return {
    ...contractAndWarehouses(await catalogue.searchContexts.find(actor.accountId, contractId)),
    rows,
    parameters: comparedRows(compared.filter(({ id }) => sold.has(id)).map(({ params }) => params)),
    gone: compared.filter(({ id }) => !sold.has(id)).map(({ id, header, articul }) => ({ id, header, articul })),
  }
}

export async function listComparedIds({ db }: { db: Db }, { accountId }: Actor): Promise<number[]> {
  return listCompared(db, { accountId })
}

/** Adds products to the comparison, all or none; of a variant its product. */
export async function addToCompare(
  { db }: { db: Db },
  { accountId }: Actor,
  { ids }: { ids: readonly number[] },
): Promise<number[]> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const offered = new Map((await findMarkable(tx, { accountId, ids })).map(({ id, productId }) => [id, productId]))
    if (ids.some((id) => !offered.has(id))) throw new AppError('notFound')
    for (const productId of new Set(ids.map((id) => offered.get(id) ?? id))) {
      if (!(await addCompared(tx, { accountId, productId, max: maxCompared }))) throw new AppError('compareFull')
    }
    return listCompared(tx, { accountId })
  })
}

/** Undefined: all. */
export async function removeFromCompare(
  { db }: { db: Db },
  { accountId }: Actor,
  { id }: { id: number | undefined },
): Promise<number[]> {
  const [found] = id === undefined ? [] : await findProducts(db, { ids: [id] })
  if (id !== undefined && !found) throw new AppError('notFound')
  await removeCompared(db, { accountId, productId: found?.productId })
  return listCompared(db, { accountId })
}

export async function markSeen({ db }: { db: Db }, { accountId }: Actor, { id }: { id: number }): Promise<void> {
  const productId = await findSoldProduct(db, { accountId, id })
  await writeSeen(db, { accountId, productId, max: maxSeen })
}

/** Recently viewed products; those not sold under the contract are left out. */
export async function listSeenGoods({ db, catalogue }: Deps, actor: Actor, { contractId }: ContractInput) {
  const ids = await listSeen(db, { accountId: actor.accountId })
  const rows = (await listRowsOfProducts({ catalogue }, actor, { contract: contractId, ids })).slice(0, maxListedSeen)
  return { ...contractAndWarehouses(await catalogue.searchContexts.find(actor.accountId, contractId)), rows }
}

export async function listSavedFilters({ db }: { db: Db }, { accountId }: Actor) {
  return listFilters(db, { accountId })
}

/** Saves a catalogue page under a name; an existing filter of that name is replaced. */
export async function saveFilter(
  { db }: { db: Db },
  { accountId }: Actor,
  { name, address }: { name: string; address: string },
) {
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const id = await writeFilter(tx, { accountId, name, address, max: maxSavedFilters })
    if (id === undefined)
      throw new AppError('listFull', { message: `Сохранить можно не больше ${maxSavedFilters} отборов` })
    return { id, filters: await listFilters(tx, { accountId }) }
  })
}

export async function deleteFilter({ db }: { db: Db }, { accountId }: Actor, { id }: { id: number }) {
  await deleteFilterRow(db, { accountId, filterId: id })
  return listFilters(db, { accountId })
}

async function findSoldProduct(db: Db, { accountId, id }: { accountId: number; id: number }): Promise<number> {
  const [found] = await findMarkable(db, { accountId, ids: [id] })
  if (!found) throw new AppError('notFound')
  return found.productId
}
