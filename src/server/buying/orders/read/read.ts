import type { getOrder, listOrders } from '#shared/api/orders.ts'
import type { ParsedInputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { addDays, formatDay, orderPeriod, startOfDay } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findOrderFacts } from './queries-details.ts'
import { ofBuyer } from '../order-scope.ts'
import { countOrders, isContractAllowed, listOrderRows, matchesFilter } from '../queries-read.ts'
import { paginate, shapeDetails, shapeSummary, buyerView, limitAndOffset } from '../shape.ts'

type Listed = Omit<ReplyOf<typeof listOrders>, 'status'>

/** Orders of the account's contracts, newest first, ten per page [V.1, N.1, N.2]. */
export async function readOrders(
  { db }: { db: Db },
  actor: BuyerActor,
  input: ParsedInputOf<typeof listOrders>,
): Promise<Listed> {
  const now = new Date()
  const period = orderPeriod(input, now)
  if (!period) throw new AppError('datePeriod')
  const { contract } = input
  if (contract !== undefined && !(await isContractAllowed(db, { accountId: actor.accountId, contractId: contract })))
    throw new AppError('notFound')

  const scope = ofBuyer(actor)
  const where = matchesFilter({
    contractId: contract,
    from: startOfDay(period.from),
    until: startOfDay(addDays(period.to, 1)),
    states: input.state === undefined ? undefined : [input.state],
    warehouseId: undefined,
    query: input.query?.trim() ?? '',
  })
  const total = await countOrders(db, { scope, where })
  const pagination = paginate(input, total)
  const rows = await listOrderRows(db, { scope, where, ...limitAndOffset(pagination) })
  const view = buyerView(actor, now)
  return {
    items: rows.map((row) => shapeSummary(row, view)),
    count: total,
    contract: contract ?? null,
    pagination,
    startDate: formatDay(period.from),
    endDate: formatDay(period.to),
  }
}

export async function readOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { orderId }: { orderId: number },
): Promise<ReplyOf<typeof getOrder>['order']> {
  const facts = await findOrderFacts(db, { orderId, scope: ofBuyer(actor) })
  if (!facts) throw new AppError('notFound')
  return shapeDetails(facts, buyerView(actor))
}
