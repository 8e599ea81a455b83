import { clampedPagination, limitAndOffset } from '#server/platform/pagination.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import { chosenCategories, getContractSummary, type PriceListInput } from '../files.ts'
import { lockAccount } from '../queries-files.ts'
import { countRequestFiles, listFileNames, lockRequest } from './queries-request-files.ts'
import {
  answerRequest,
  countRequests,
  countRequestsOfDay,
  findDuplicateRequest,
  insertRequest,
  listOwnRequests,
  listRequests,
  visibleRequests,
  type OwnRequestRow,
  type RequestState,
  type StaffRequestRow,
} from './queries-requests.ts'

type Deps = { db: Db }

const duplicateWithinSeconds = 60
const limits = { perDay: 30, listed: 100, perPage: 20 }

/** Requests a price file and notifies the customer's managers. A repeated request is stored once. */
export async function requestPrices(
  { db }: Deps,
  { accountId }: BuyerActor,
  input: PriceListInput & { comment: string },
): Promise<number> {
  const { contractId, organisationId } = await getContractView({ db }, { accountId, contractId: input.contractId })
  const { number, company } = await getContractSummary({ db }, { contractId })
  const categories = await chosenCategories({ db }, input.categoryIds)
  const requestInput = {
    accountId,
    contractId,
    categoryIds: categories.map(({ id }) => id),
    availableOnly: input.availableOnly,
    comment: input.comment.trim(),
  }
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const duplicate = await findDuplicateRequest(tx, requestInput, { withinSeconds: duplicateWithinSeconds })
    if (duplicate !== undefined) return duplicate
    if ((await countRequestsOfDay(tx, { accountId })) >= limits.perDay)
      throw new AppError('tooManyRequests', { retryAfterSeconds: 3600 })
    const id = await insertRequest(tx, requestInput)
    await notify(tx, {
      accountIds: await listStaffOfCustomer(tx, { organisationId }),
      kind: 'priceRequest',
      title: 'Новый запрос прайс-листа',
      text: [`${company}, договор № ${number}`, requestInput.comment].filter(Boolean).join('\n'),
      link: '/admin/price-requests',
      eventKey: `new-price-request:${id}`,
    })
    return id
  })
}

export function listPriceRequests({ db }: Deps, { accountId }: BuyerActor): Promise<OwnRequestRow[]> {
  return listOwnRequests(db, { accountId, limit: limits.listed })
}

/** Price requests of the customers that the person looks after. */
export async function listRequestsOfCustomers(
  { db }: Deps,
  actor: StaffActor,
  { state, page }: { state: RequestState | undefined; page: number },
) {
  const scope = visibleRequests(actor)
  const pagination = clampedPagination({ page, perPage: limits.perPage }, await countRequests(db, { scope, state }))
  const items: StaffRequestRow[] = await listRequests(db, { scope, state, ...limitAndOffset(pagination) })
  return { items, pagination }
}

/**
 * Answers a request, shows the buyer its files and notifies. Repeating the answer changes nothing; a different answer
 * replaces it.
 */
export async function answerPriceRequest(
  { db }: Deps,
  actor: StaffActor,
  { id, state, answer }: { id: number; state: 'done' | 'refused'; answer: string },
): Promise<void> {
  const scope = visibleRequests(actor)
  await db.transaction(async (tx) => {
    if (!(await lockRequest(tx, { id, scope }))) throw new AppError('notFound')
    if (state === 'done' && (await countRequestFiles(tx, { requestId: id })).unfinished > 0)
      throw new AppError('priceFileUnfinished')
    const answered = await answerRequest(tx, { id, scope, state, answer: answer.trim(), answeredBy: actor.accountId })
    if (!answered) throw new AppError('notFound')
    if (!answered.changed) return
    const names = state === 'done' ? await listFileNames(tx, { requestId: id }) : []
    await notify(tx, {
      accountIds: [answered.accountId],
      kind: 'priceRequest',
      title: state === 'done' ? 'Запрос прайс-листа выполнен' : 'Запрос прайс-листа отклонён',
      text: [answer.trim(), ...names].filter(Boolean).join('\n'),
      link: '/price-lists',
      contractIds: [answered.contractId],
      eventKey: `price-request:${id}:${answered.round}`,
    })
  })
}
