import { randomBytes } from 'node:crypto'
import { rootCategoryId } from '#shared/constants.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { priceListName } from './file-name.ts'
import {
  countFiles,
  findContractHead,
  findFile,
  findUnfinished,
  insertFile,
  listCategoryNames,
  listFiles,
  lockAccount,
  type ContractHead,
  type FileRow,
} from './queries-files.ts'

type Deps = { db: Db }

export type PriceListInput = { contractId: number | undefined; categoryIds: readonly number[]; availableOnly: boolean }
/** Where the one who orders reaches the portal. */
export type RequestOrigin = { origin: string }

/** Equal requests within this time get the file that is being written for the first. */
const sameWithinSeconds = 60
const max = { unfinished: 5, anHour: 60, listed: 50 }

/** Queues a price list of a contract; its address answers with the progress until the file is ready. */
export async function orderPriceList(
  { db }: Deps,
  actor: BuyerActor,
  input: PriceListInput & RequestOrigin,
): Promise<FileRow> {
  const { accountId } = actor
  const { contractId } = await getContractView({ db }, { accountId, contractId: input.contractId })
  const categories = await chosenCategories({ db }, input.categoryIds)
  const contract = await getContractHead({ db }, { contractId })
  const fileInput = {
    accountId,
    contractId,
    categoryIds: categories.map(({ id }) => id),
    availableOnly: input.availableOnly,
  }
  const name = priceListName({
    categories: categories.map((category) => category.name),
    contract: contract.number,
    day: dayOf(new Date()),
  })
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const same = await findUnfinished(tx, fileInput, { withinSeconds: sameWithinSeconds })
    if (same) return same
    const { unfinished, lastHour } = await countFiles(tx, { accountId })
    if (unfinished >= max.unfinished || lastHour >= max.anHour)
      throw new AppError('tooManyRequests', { retryAfterSeconds: 30 })
    return insertFile(tx, { ...fileInput, token: randomBytes(24).toString('base64url'), name, origin: input.origin })
  })
}

/** What a price list of the contract is headed with. */
export async function getContractHead({ db }: Deps, { contractId }: { contractId: number }): Promise<ContractHead> {
  const head = await findContractHead(db, { contractId })
  if (!head) throw new AppError('notFound')
  return head
}

/** The chosen categories, each once, by id; none for the whole catalogue. An unknown one is refused as missing. */
export async function chosenCategories(
  { db }: Deps,
  categoryIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const ids = [...new Set(categoryIds)].toSorted((a, b) => a - b)
  if (ids.length === 0 || ids.includes(rootCategoryId)) return []
  const categories = await listCategoryNames(db, { ids })
  if (categories.length < ids.length) throw new AppError('notFound')
  return categories
}

/** The account's price lists of the last days, newest first; of a contract where one is named. */
export async function listPriceLists(
  { db }: Deps,
  { accountId }: BuyerActor,
  { contractId }: { contractId: number | undefined },
): Promise<FileRow[]> {
  if (contractId !== undefined) await getContractView({ db }, { accountId, contractId })
  return listFiles(db, { accountId, contractId, limit: max.listed })
}

/** The price list behind an address; of another account, or of a contract no longer allotted, it is missing. */
export async function getPriceListFile(
  { db }: Deps,
  { accountId }: BuyerActor,
  { token }: { token: string },
): Promise<FileRow> {
  const file = await findFile(db, { accountId, token })
  if (!file) throw new AppError('notFound')
  if (file.state === 'failed') throw new AppError('priceListFailed')
  return file
}
