import type { ParsedInputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type { staffGetOrder, staffListOrders, StaffOrderSummary } from '#shared/api/staff/orders.ts'
import { addDays, parseDay, startOfDay } from '#shared/rules/dates.ts'
import { formatKopecks, units } from '#shared/rules/money.ts'
import {
  awaitingApproval,
  cancelled,
  done,
  stateRules,
  fullyShipped,
  staffMoves,
  stateName,
} from '#shared/rules/order-states.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { ofStaff } from '../order-scope.ts'
import { countOrders, type OrderRow } from '../queries-read.ts'
import {
  countScopes,
  findStaffFacts,
  matchesScopeAndFilter,
  listStaffRows,
  listWarehouses,
  type StaffOrderRow,
} from './queries-staff.ts'
import { isShippable } from '../rules/ship-lines.ts'
import {
  overdueDays,
  paginate,
  shapeDetails,
  shapeSummary,
  staffView,
  limitAndOffset,
  type OrderView,
} from '../shape.ts'

type Listed = Omit<ReplyOf<typeof staffListOrders>, 'status'>
type Details = ReplyOf<typeof staffGetOrder>['order']

/** Orders of the buyers this person serves, newest first. */
export async function readStaffOrders(
  { db }: { db: Db },
  actor: StaffActor,
  input: ParsedInputOf<typeof staffListOrders>,
): Promise<Listed> {
  const scope = ofStaff(actor)
  const where = matchesScopeAndFilter(input.scope, filterOf(input))
  const total = await countOrders(db, { scope, where })
  const pagination = paginate(input, total)
  const rows = await listStaffRows(db, { scope, where, ...limitAndOffset(pagination) })
  const view = staffView()
  return {
    items: rows.map((row) => shapeRow(row, view)),
    count: total,
    counts: await countScopes(db, { scope }),
    warehouses: await listWarehouses(db),
    pagination,
  }
}

export async function readStaffOrder(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId }: { orderId: number },
): Promise<Details> {
  const facts = await findStaffFacts(db, { orderId, scope: ofStaff(actor) })
  if (!facts) throw new AppError('notFound')
  const view = staffView()
  return {
    ...shapeDetails(facts, view),
    organisation: facts.organisation,
    inn: facts.inn,
    kpp: facts.kpp,
    phone: facts.phone,
    payment_terms:
      facts.payment === 'deferred' ? `Отсрочка ${facts.deferralDays} дн.` : `Предоплата ${facts.prepaymentPercent} %`,
    attention: attentionTo(facts, view),
    next: staffMoves(facts).map((state) => ({ state, status: stateName(state) })),
    changeable: stateRules(facts.state).staffChange === true,
    shippable: isShippable(facts.state),
    handover: handoverOf(facts.handover),
    stocks: facts.products.map((line) => ({
      id: line.productId,
      wms: line.warehouseId,
      available: units(line.coverMilli),
    })),
  }
}

function handoverOf({
  leaves,
  confirmed,
  given,
  at,
}: {
  leaves: boolean
  confirmed: boolean
  given: boolean
  at: string | null
}): Details['handover'] {
  if (confirmed) return { state: 'confirmed', at }
  if (!leaves) return { state: 'none', at: null }
  return { state: given ? 'given' : 'waiting', at }
}

function filterOf(input: ParsedInputOf<typeof staffListOrders>) {
  const from = input.startDate && startOfDay(parseDay(input.startDate))
  const until = input.endDate && startOfDay(addDays(parseDay(input.endDate), 1))
  if (from && until && from >= until) throw new AppError('datePeriod')
  return {
    contractId: undefined,
    from: from || undefined,
    until: until || undefined,
    states: input.state === undefined ? undefined : [input.state],
    warehouseId: input.warehouse,
    query: input.query?.trim() ?? '',
  }
}

function shapeRow(row: StaffOrderRow, view: OrderView): StaffOrderSummary {
  return {
    ...shapeSummary(row, view),
    organisation: row.organisation,
    inn: row.inn,
    warehouses: row.warehouses,
    attention: attentionTo(row, view),
  }
}

/** Why an order needs attention, most urgent first. */
function attentionTo(row: OrderRow & { overLimitKopecks: number | null }, { today }: OrderView): string {
  if (row.state === cancelled) return ''
  const over = row.overLimitKopecks ?? 0
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
