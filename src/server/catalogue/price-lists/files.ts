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
  findContractSummary,
  findFile,
  findDuplicateInProgress,
  insertFile,
  listCategoryNames,
  listFiles,
  lockAccount,
  type ContractSummary,
  type FileRow,
} from './queries-files.ts'

type Deps = { db: Db }

export type PriceListInput = { contractId: number | undefined; categoryIds: readonly number[]; availableOnly: boolean }
/** Origin under which the requester reaches the portal. */
export type RequestOrigin = { origin: string }

/** An equal request within this time gets the file already being written. */
const duplicateWithinSeconds = 60
const limits = { unfinished: 5, perHour: 60, listed: 50 }

/** Queues a price list. Its address answers with progress until the file is ready. */
export async function queuePriceList(
  { db }: Deps,
  actor: BuyerActor,
  input: PriceListInput & RequestOrigin,
): Promise<FileRow> {
  const { accountId } = actor
  const { contractId } = await getContractView({ db }, { accountId, contractId: input.contractId })
  const categories = await chosenCategories({ db }, input.categoryIds)
  const contract = await getContractSummary({ db }, { contractId })
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
    const duplicate = await findDuplicateInProgress(tx, fileInput, { withinSeconds: duplicateWithinSeconds })
    if (duplicate) return duplicate
    const { unfinished, lastHour } = await countFiles(tx, { accountId })
    if (unfinished >= limits.unfinished || lastHour >= limits.perHour)
      throw new AppError('tooManyRequests', { retryAfterSeconds: 30 })
    return insertFile(tx, { ...fileInput, token: randomBytes(24).toString('base64url'), name, origin: input.origin })
  })
}

/** Contract data for the heading of a price list. */
export async function getContractSummary(
  { db }: Deps,
  { contractId }: { contractId: number },
): Promise<ContractSummary> {
  const summary = await findContractSummary(db, { contractId })
  if (!summary) throw new AppError('notFound')
  return summary
}

/** The distinct chosen categories by id; empty for the whole catalogue. Throws `notFound` for an unknown one. */
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

/** The account's recent price lists, newest first; optionally of one contract. */
export async function listPriceLists(
  { db }: Deps,
  { accountId }: BuyerActor,
  { contractId }: { contractId: number | undefined },
): Promise<FileRow[]> {
  if (contractId !== undefined) await getContractView({ db }, { accountId, contractId })
  return listFiles(db, { accountId, contractId, limit: limits.listed })
}

/**
 * The price list with this token. Throws `notFound` if it belongs to another account or its contract is no longer
 * allowed.
 */
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
