import { maxWatches } from '#shared/constants.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { addWatch, isSoldUnder, listWatches, removeWatch } from './queries-watches.ts'

type Deps = { db: Db }
type WatchInput = { id: number; contract?: number | undefined }

/** Requests one notification when the contract's warehouses have a step of the product or variant. */
export async function addWatchFor(
  { db }: Deps,
  { accountId }: Actor,
  { id: productId, contract }: WatchInput,
): Promise<void> {
  const { contractId } = await getContractView({ db }, { accountId, contractId: contract })
  const sold = await isSoldUnder(db, { accountId, contractId, productId })
  if (sold === undefined) throw new AppError('notFound')
  if (!sold) throw new AppError('notSold')
  await db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    if (await addWatch(tx, { accountId, contractId, productId, max: maxWatches })) return
    throw new AppError('listFull', { message: `Сообщать о поступлении можно не больше чем о ${maxWatches} товарах` })
  })
}

export async function removeWatchFor(
  { db }: Deps,
  { accountId }: Actor,
  { id: productId, contract }: WatchInput,
): Promise<void> {
  const { contractId } = await getContractView({ db }, { accountId, contractId: contract })
  await removeWatch(db, { accountId, contractId, productId })
}

export async function listWatched(
  { db }: Deps,
  { accountId }: Actor,
  { contract }: Omit<WatchInput, 'id'>,
): Promise<number[]> {
  const { contractId } = await getContractView({ db }, { accountId, contractId: contract })
  return listWatches(db, { accountId, contractId })
}
