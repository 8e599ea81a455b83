import { sql, type SQL } from 'drizzle-orm'
import { visitorWarehouseCode } from '#shared/constants.ts'
import { awaitingApproval, endedStates, newOrder, waitingStates, workingStates } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findOrderFacts, type OrderFacts } from './queries-details.ts'
import { unshippedKopecks } from '../shared-queries-credit.ts'
import { isDueForExport } from '../shared-queries-handover.ts'
import { isoText, matchesFilter, orderColumns, orderSources, type OrderFilter, type OrderRow } from '../queries-read.ts'

/** Data visible to staff in addition to the buyer's. */
export type StaffFacts = {
  organisation: string
  inn: string
  payment: string
  creditLimitKopecks: number | null
  debtKopecks: number
  advanceKopecks: number
  /** Of all orders of the contract. */
  unshippedKopecks: number
}

export type StaffOrderRow = OrderRow & StaffFacts & { warehouses: string[] }

export type StaffScope = 'waiting' | 'working' | 'all'

const oneOfStates = (states: readonly number[]) => sql`o.state = any(${sql.param([...states])}::int[])`
const hasCancelRequest = sql`(o.cancel_requested and not ${oneOfStates(endedStates)})`

const awaitsApproval = sql`(o.state = ${awaitingApproval} and o.approval is not distinct from 'waiting')`

/** Scopes: orders waiting for staff, orders in progress (including those waiting for approval), all orders. */
const inScope: Record<StaffScope, SQL> = {
  waiting: sql`(${oneOfStates(waitingStates)} and not ${awaitsApproval} or ${hasCancelRequest})`,
  working: sql`(${oneOfStates(workingStates)} or ${awaitsApproval})`,
  all: sql`true`,
}

export function matchesScopeAndFilter(scope: StaffScope, filter: OrderFilter): SQL {
  return sql`${inScope[scope]} and ${matchesFilter(filter, { buyers: true })}`
}

const staffColumns = sql`
  (select name from organisations where id = o.organisation_id) as organisation, contragent.inn,
  c.payment, c.credit_limit_kopecks as "creditLimitKopecks", c.debt_kopecks as "debtKopecks",
  c.advance_kopecks as "advanceKopecks", ${unshippedKopecks(sql`c.id`)} as "unshippedKopecks"`

const staffRowColumns = sql`${orderColumns}, ${staffColumns}, array(
  select distinct coalesce(nullif(w.short_name, ''), w.name) from order_lines l join warehouses w
    on w.id = l.warehouse_id
  where l.order_id = o.id order by 1) as warehouses`

/** The newest first. */
export async function listStaffRows(
  db: Db,
  page: { scope: SQL; where: SQL; offset: number; limit: number },
): Promise<StaffOrderRow[]> {
  const { rows } = await db.execute<StaffOrderRow>(sql`
    select ${staffRowColumns} from ${orderSources} where ${page.scope} and ${page.where}
    order by o.created_at desc, o.id desc limit ${page.limit} offset ${page.offset}`)
  return rows
}

/**
 * Since when an order waits for staff: its buyer asked to cancel it, or it was placed, approved or moved back. The time
 * in which it waited for approval by the buyer's own head is none of staff's.
 */
const waitingSince = sql`coalesce(o.cancel_requested_at, (
  select min(event.at) from order_events event where event.order_id = o.id and event.id > coalesce((
    select max(other.id) from order_events other where other.order_id = o.id
      and (not other.state = any(${sql.param([...waitingStates])}::int[]) or other.state = ${awaitingApproval}
        and o.approval is not null and other.id < (select min(approved.id) from order_events approved
          where approved.order_id = o.id and approved.state = ${newOrder}))), 0)), o.created_at)`

export type WaitingOrderRow = StaffOrderRow & { waitingSince: string }

/** Orders that wait for staff, the longest wait first. */
export async function listWaitingRows(
  db: Db,
  { scope, limit }: { scope: SQL; limit: number },
): Promise<WaitingOrderRow[]> {
  const { rows } = await db.execute<WaitingOrderRow>(sql`
    with waiting as (
      select o.id, ${waitingSince} as since from orders o where ${inScope.waiting} and ${scope}
      order by since, o.id limit ${limit})
    select ${staffRowColumns}, ${isoText(sql`waiting.since`)} as "waitingSince"
    from ${orderSources} join waiting on waiting.id = o.id order by waiting.since, o.id`)
  return rows
}

export async function countScopes(db: Db, { scope }: { scope: SQL }): Promise<Record<StaffScope, number>> {
  const { rows } = await db.execute<Record<StaffScope, number>>(sql`
    select count(*) filter (where ${inScope.waiting}) as waiting, count(*) filter (where ${inScope.working})
      as working, count(*) as all
    from orders o where ${scope}`)
  return rows[0] ?? { waiting: 0, working: 0, all: 0 }
}

export async function countWaitingOrders(db: Db, { scope }: { scope: SQL }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from orders o where ${inScope.waiting} and ${scope}`,
  )
  return rows[0]?.count ?? 0
}

export async function listWarehouses(db: Db) {
  const { rows } = await db.execute<{ id: number; header: string }>(sql`
    select id, coalesce(nullif(short_name, ''), name) as header from warehouses
    where code1c <> ${visitorWarehouseCode} order by name, id`)
  return rows
}

export type Handover = { confirmed: boolean; isHandedOver: boolean; isDue: boolean; at: string | null }
export type StaffOrderFacts = OrderFacts & StaffDetails

type StaffDetails = StaffFacts & {
  handover: Handover
  kpp: string
  phone: string
  prepaymentPercent: number
  deferralDays: number
}

/** State of the order in 1C: whether this version is still due, was handed over or confirmed, and when. */
const handover = sql`jsonb_build_object(
  'isDue', ${isDueForExport},
  'confirmed', o.confirmed_version >= o.version,
  'isHandedOver', exists (select from order_handovers h where h.order_id = o.id and h.version = o.version),
  'at', ${isoText(sql`greatest(o.confirmed_at,
    (select max(h.given_at) from order_handovers h where h.order_id = o.id))`)})`

/** The caller has checked access to the order. */
export async function findHandover(db: Db, { orderId }: { orderId: number }): Promise<Handover> {
  const { rows } = await db.execute<{ handover: Handover }>(
    sql`select ${handover} as handover from orders o where o.id = ${orderId}`,
  )
  return rows[0]?.handover ?? { confirmed: false, isHandedOver: false, isDue: false, at: null }
}

export async function findStaffFacts(
  db: Db,
  { orderId, scope }: { orderId: number; scope: SQL },
): Promise<StaffOrderFacts | undefined> {
  const facts = await findOrderFacts(db, { orderId, scope })
  if (!facts) return undefined
  const { rows } = await db.execute<StaffDetails>(sql`
    select ${staffColumns}, contragent.kpp, coalesce(nullif(author.phone, ''), contragent.phone) as phone,
      c.prepayment_percent as "prepaymentPercent", c.deferral_days as "deferralDays", ${handover} as handover
    from ${orderSources} where o.id = ${orderId}`)
  const [details] = rows
  return details && { ...facts, ...details }
}
