import { freeCreditKopecks, hasCreditLimit } from '#shared/rules/credit.ts'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { awaitingApproval, cancelled, done, fullyShipped } from '#shared/rules/order-states.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { clampedPagination, limitAndOffset, type Pagination } from '#server/platform/pagination.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { ofStaff } from '../order-scope.ts'
import { countOrders, type OrderRow } from '../queries-read.ts'
import {
  countScopes,
  countWaitingOrders,
  findStaffFacts,
  matchesScopeAndFilter,
  listStaffRows,
  listWaitingRows,
  listWarehouses,
  type StaffFacts,
  type StaffOrderFacts,
  type StaffOrderRow,
  type StaffScope,
  type WaitingOrderRow,
} from './queries-staff.ts'
import { overdueDays } from '../rules/overdue.ts'

type StaffOrdersInput = {
  scope: StaffScope
  /** Inclusive. */
  from: Day | undefined
  to: Day | undefined
  state: number | undefined
  warehouseId: number | undefined
  query: string
  page: number
  perPage: number
}

/** Why an order needs attention, in Russian; '' if it does not. */
type WithAttention<Row> = Row & { attention: string }

export type StaffOrders = {
  rows: WithAttention<StaffOrderRow>[]
  counts: Record<StaffScope, number>
  warehouses: { id: number; header: string }[]
  pagination: Pagination
}

/** Orders of the person's own customers, newest first. */
export async function readStaffOrders(
  { db }: { db: Db },
  actor: StaffActor,
  { scope: staffScope, from, to, state, warehouseId, query, ...page }: StaffOrdersInput,
): Promise<StaffOrders> {
  if (from !== undefined && to !== undefined && from > to) throw new AppError('datePeriod')
  const scope = ofStaff(actor)
  const where = matchesScopeAndFilter(staffScope, {
    contractId: undefined,
    from: from === undefined ? undefined : startOfDay(from),
    until: to === undefined ? undefined : startOfDay(addDays(to, 1)),
    states: state === undefined ? undefined : [state],
    warehouseId,
    query,
  })
  const pagination = clampedPagination(page, await countOrders(db, { scope, where }))
  const rows = await listStaffRows(db, { scope, where, ...limitAndOffset(pagination) })
  const today = dayOf(new Date())
  return {
    rows: rows.map((row) => ({ ...row, attention: attentionReason(row, today) })),
    counts: await countScopes(db, { scope }),
    warehouses: await listWarehouses(db),
    pagination,
  }
}

/** Orders of the person's own customers that wait for staff, the longest wait first. */
export async function readWaitingOrders(
  { db }: { db: Db },
  actor: StaffActor,
  { limit }: { limit: number },
): Promise<{ count: number; rows: WithAttention<WaitingOrderRow>[] }> {
  const scope = ofStaff(actor)
  const rows = await listWaitingRows(db, { scope, limit })
  const today = dayOf(new Date())
  return {
    count: await countWaitingOrders(db, { scope }),
    rows: rows.map((row) => ({ ...row, attention: attentionReason(row, today) })),
  }
}

export async function readStaffOrder(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId }: { orderId: number },
): Promise<WithAttention<StaffOrderFacts>> {
  const facts = await findStaffFacts(db, { orderId, scope: ofStaff(actor) })
  if (!facts) throw new AppError('notFound')
  return { ...facts, attention: attentionReason(facts, dayOf(new Date())) }
}

/** Most urgent first. */
function attentionReason(row: OrderRow & StaffFacts, today: Day): string {
  if (row.state === cancelled) return ''
  const over = hasCreditLimit(row) ? -freeCreditKopecks(row, row.unshippedKopecks) : 0
  const late = overdueDays(row, today)
  const unshipped = row.state !== done && row.state !== fullyShipped
  return [
    row.cancelRequested && 'просят отменить',
    row.state === awaitingApproval && row.approval === 'waiting' && 'ждёт владельца',
    unshipped && over > 0 && `лимит −${formatKopecks(over)}`,
    late > 0 && `просрочен ${late} дн.`,
    unshipped && row.comment !== '' && 'есть комментарий',
  ]
    .filter(Boolean)
    .join(' · ')
}
