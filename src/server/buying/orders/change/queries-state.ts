import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { OrderDelivery } from '../rules/new-order.ts'

export type LockedOrder = {
  id: number
  number: string
  organisationId: number
  contractId: number
  contractNumber: string
  /** Account that placed the order. */
  accountId: number
  state: number
  approval: 'waiting' | 'approved' | null
  cancelRequested: boolean
  sumKopecks: number
  paidKopecks: number
  code1c: string | null
  deliveryKopecks: number
  deliveryMethodId: number
  deliveryZoneId: number | null
  deliveryDate: Day | null
  revision: number
  /** 1C has confirmed the order. */
  confirmed: boolean
  /** Changed since the last export to 1C: 1C's data on lines and states may be outdated. */
  hasUnexportedChanges: boolean
}

/** Locks an order within the scope (see queries-read.ts); undefined if there is none. */
export async function lockOrder(
  db: Db,
  { orderId, scope }: { orderId: number; scope: SQL },
): Promise<LockedOrder | undefined> {
  const { rows } = await db.execute<LockedOrder>(sql`
    select o.id, o.number, o.organisation_id as "organisationId", o.contract_id as "contractId",
      (select number from contracts where id = o.contract_id) as "contractNumber", o.account_id as "accountId",
        o.state, o.approval,
      o.cancel_requested as "cancelRequested", o.sum_kopecks as "sumKopecks", o.paid_kopecks as "paidKopecks", o.code1c,
      o.delivery_kopecks as "deliveryKopecks", o.confirmed_at is not null as confirmed,
      coalesce(o.version > nullif(greatest(o.confirmed_version, (select max(h.version) from order_handovers h
        where h.order_id = o.id)), 0), false) as "hasUnexportedChanges",
      o.delivery_method_id as "deliveryMethodId", o.delivery_zone_id as "deliveryZoneId", o.delivery_date::text
        as "deliveryDate", o.revision
    from orders o where o.id = ${orderId} and ${scope} for update of o`)
  return rows[0]
}

/** Columns that a change may set; absent ones keep their values. */
export type OrderColumns = {
  state: number
  cancelRequested: boolean
  approval: 'waiting' | 'approved' | null
  sumKopecks: number
  paidKopecks: number
  deliveryKopecks: number
  deliveryDate: Day | null
  /** The whole delivery except price and day. */
  delivery: Omit<OrderDelivery, 'deliveryKopecks' | 'deliveryDate'> & { clientNumber: string }
  payUntil: Day | null
  code1c: string | null
}

export type Event = { author: string; accountId: number | null; comment: string }

export type OrderUpdate = {
  orderId: number
  columns: Partial<OrderColumns> & Pick<OrderColumns, 'state' | 'cancelRequested'>
  /** A higher version is exported to 1C. */
  incrementsVersion: boolean
  /** A higher revision makes open pages stale. */
  incrementsRevision: boolean
  /** 1C has confirmed this version. */
  confirmsVersion: boolean
  /** Deferred payment becomes due after the contract's days, counted from shipping; set once. */
  startsPaymentTerm: boolean
  /** Undefined: no event in the history. */
  event: Event | undefined
}

/** Writes a change of an order and its event; returns the event's id. */
export async function writeOrder(
  db: Db,
  { orderId, columns, event, ...raises }: OrderUpdate,
): Promise<number | undefined> {
  const changed = sql`update orders o set ${sql.join([...columnUpdates(columns), ...markColumns(raises)], sql`, `)}
    where id = ${orderId} returning id`
  if (event === undefined) {
    await db.execute(changed)
    return undefined
  }
  const { rows } = await db.execute<{ id: number }>(sql`
    with changed as (${changed})
    insert into order_events (order_id, state, author, account_id, comment)
    select id, ${columns.state}, ${event.author}, ${event.accountId}, ${event.comment} from changed returning id`)
  return rows[0]?.id
}

function columnUpdates({ delivery, ...columns }: OrderUpdate['columns']): SQL[] {
  const set = [
    sql`state = ${columns.state}`,
    sql`cancel_requested = ${columns.cancelRequested}`,
    columns.cancelRequested
      ? sql`cancel_requested_at = coalesce(o.cancel_requested_at, now())`
      : sql`cancel_requested_at = null`,
    sql`updated_at = now()`,
  ]
  if (columns.approval !== undefined) set.push(sql`approval = ${columns.approval}`)
  if (columns.sumKopecks !== undefined) set.push(sql`sum_kopecks = ${columns.sumKopecks}`)
  if (columns.paidKopecks !== undefined) set.push(sql`paid_kopecks = ${columns.paidKopecks}`)
  if (columns.deliveryKopecks !== undefined) set.push(sql`delivery_kopecks = ${columns.deliveryKopecks}`)
  if (columns.deliveryDate !== undefined) set.push(sql`delivery_date = ${columns.deliveryDate}::date`)
  if (columns.payUntil !== undefined) set.push(sql`pay_until = ${columns.payUntil}::date`)
  if (columns.code1c !== undefined) set.push(sql`code1c = ${columns.code1c}`)
  if (delivery) set.push(deliveryColumns(delivery))
  return set
}

function markColumns({
  incrementsVersion,
  incrementsRevision,
  confirmsVersion,
  startsPaymentTerm,
}: Omit<OrderUpdate, 'orderId' | 'columns' | 'event'>): SQL[] {
  const set: SQL[] = []
  if (incrementsVersion) set.push(sql`version = version + 1`)
  if (incrementsRevision) set.push(sql`revision = revision + 1`)
  if (confirmsVersion) set.push(sql`confirmed_at = coalesce(confirmed_at, now())`)
  if (startsPaymentTerm) {
    set.push(sql`pay_until = coalesce(pay_until, (
      select (now() at time zone 'Europe/Moscow')::date + c.deferral_days from contracts c
      where c.id = o.contract_id and c.payment = 'deferred'))`)
  }
  return set
}

const deliveryColumns = ({
  methodId,
  companyId,
  typeId,
  terminalId,
  zoneId,
  addressId,
  consigneeId,
  clientNumber,
}: OrderColumns['delivery']) => sql`
  delivery_method_id = ${methodId}, delivery_company_id = ${companyId}, delivery_type_id = ${typeId},
    terminal_id = ${terminalId},
  delivery_zone_id = ${zoneId}, address_id = ${addressId}, consignee_id = ${consigneeId},
    client_number = ${clientNumber}`

/** Unpaid prepaid orders whose reservation has expired. */
export async function listExpired(
  db: Db,
  { today, states, max }: { today: Day; states: readonly number[]; max: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select o.id from orders o where ${isExpired({ today, states })} order by o.id limit ${max}`)
  return rows.map(({ id }) => id)
}

export const isExpired = ({ today, states }: { today: Day; states: readonly number[] }) => sql`(
  o.pay_until < ${today}::date and o.paid_kopecks = 0 and o.state = any(${sql.param([...states])}::int[])
  and exists (select from contracts c where c.id = o.contract_id and c.payment = 'prepaid'))`

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from order_keys where created_at <= now() - interval '24 hours'`)
}
