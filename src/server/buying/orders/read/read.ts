import { addDays, startOfDay, type Day } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { clampedPagination, limitAndOffset, type Pagination } from '#server/platform/pagination.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findOrderFacts, type OrderFacts } from './queries-details.ts'
import { ofBuyer } from '../order-scope.ts'
import { countOrders, isContractAllowed, listOrderRows, matchesFilter, type OrderRow } from '../queries-read.ts'

type OrdersInput = {
  contractId: number | undefined
  /** Inclusive. */
  period: { from: Day; to: Day }
  state: number | undefined
  query: string
  page: number
  perPage: number
}

/** Orders of the account's contracts, newest first [V.1, N.1, N.2]. */
export async function readOrders(
  { db }: { db: Db },
  actor: BuyerActor,
  { contractId, period, state, query, ...page }: OrdersInput,
): Promise<{ rows: OrderRow[]; pagination: Pagination }> {
  if (contractId !== undefined && !(await isContractAllowed(db, { accountId: actor.accountId, contractId })))
    throw new AppError('notFound')

  const scope = ofBuyer(actor)
  const where = matchesFilter({
    contractId,
    from: startOfDay(period.from),
    until: startOfDay(addDays(period.to, 1)),
    states: state === undefined ? undefined : [state],
    warehouseId: undefined,
    query,
  })
  const pagination = clampedPagination(page, await countOrders(db, { scope, where }))
  return { rows: await listOrderRows(db, { scope, where, ...limitAndOffset(pagination) }), pagination }
}

export async function readOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { orderId }: { orderId: number },
): Promise<OrderFacts> {
  const facts = await findOrderFacts(db, { orderId, scope: ofBuyer(actor) })
  if (!facts) throw new AppError('notFound')
  return facts
}
