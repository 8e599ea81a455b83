import { mostWatches } from '#shared/constants.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { getContractView } from '#server/features/organisations/contract-view.ts'
import { lockAccount } from './queries.ts'
import { addWatch, isSoldUnder, listWatches, removeWatch } from './queries-watches.ts'

type Deps = { db: Db }
type Asked = { id: number; contract?: number | undefined }

/** Will tell once when the contract's warehouses have a step of the product (or variant). */
export async function watch({ db }: Deps, { accountId }: Actor, { id: productId, contract }: Asked): Promise<void> {
  const { contractId } = await getContractView({ db }, { accountId, contractId: contract })
  const sold = await isSoldUnder(db, { accountId, contractId, productId })
  if (sold === undefined) throw new AppError('notFound')
  if (!sold) throw new AppError('notSold')
  await db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    if (await addWatch(tx, { accountId, contractId, productId, most: mostWatches })) return
    throw new AppError('listFull', { message: `Сообщать о поступлении можно не больше чем о ${mostWatches} товарах` })
  })
}

export async function unwatch({ db }: Deps, { accountId }: Actor, { id: productId, contract }: Asked): Promise<void> {
  const { contractId } = await getContractView({ db }, { accountId, contractId: contract })
  await removeWatch(db, { accountId, contractId, productId })
}

export async function watched({ db }: Deps, { accountId }: Actor, { contract }: Omit<Asked, 'id'>): Promise<number[]> {
  const { contractId } = await getContractView({ db }, { accountId, contractId: contract })
  return listWatches(db, { accountId, contractId })
}
