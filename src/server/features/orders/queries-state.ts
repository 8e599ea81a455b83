import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/db/client.ts'
import type { OrderDelivery } from './draft.ts'

export type LockedOrder = {
  id: number
  number: string
  organisationId: number
  contractId: number
  contractNumber: string
  /** Who ordered. */
  accountId: number
  state: number
  approval: 'waiting' | 'approved' | null
  cancelRequested: boolean
  sumKopecks: number
  deliveryKopecks: number
  deliveryMethodId: number
  deliveryZoneId: number | null
  deliveryDate: Day | null
  revision: number
}

/** Locks an order that the scope lets the caller see (see queries-read.ts); undefined when it does not or is missing. */
export async function lockOrder(db: Db, { orderId, scope }: { orderId: number; scope: SQL }): Promise<LockedOrder | undefined> {
  const { rows } = await db.execute<LockedOrder>(sql`
    select o.id, o.number, o.organisation_id as "organisationId", o.contract_id as "contractId",
      (select number from contracts where id = o.contract_id) as "contractNumber", o.account_id as "accountId", o.state, o.approval,
      o.cancel_requested as "cancelRequested", o.sum_kopecks as "sumKopecks", o.delivery_kopecks as "deliveryKopecks",
      o.delivery_method_id as "deliveryMethodId", o.delivery_zone_id as "deliveryZoneId", o.delivery_date::text as "deliveryDate", o.revision
    from orders o where o.id = ${orderId} and ${scope} for update of o`)
  return rows[0]
}

/** The goods have left: whole lines count as shipped, and what the contract defers falls due so many days after today. */
export async function markShipped(db: Db, { orderId }: { orderId: number }): Promise<void> {
  await db.execute(sql`
    with due as (
      update orders o set pay_until = (now() at time zone 'Europe/Moscow')::date + c.deferral_days
      from contracts c where o.id = ${orderId} and c.id = o.contract_id and c.payment = 'deferred' and o.pay_until is null)
    update order_lines set shipped_milli = quantity_milli where order_id = ${orderId} and not cancelled`)
}

/** What stands after a change; what is absent stays. */
export type OrderAfter = {
  state: number
  cancelRequested: boolean
  approval?: 'waiting' | 'approved' | null
  sumKopecks?: number
  deliveryKopecks?: number
  deliveryDate?: Day | null
  /** All of it anew but price and day. */
  delivery?: Omit<OrderDelivery, 'deliveryKopecks' | 'deliveryDate'> & { clientNumber: string }
  payUntil?: Day | null
}

export type Event = { author: string; accountId: number | null; comment: string }

/** The change and its event, whose id is answered; every change raises the version that 1C confirms, and the revision. */
export async function writeOrder(db: Db, { orderId, after, event }: { orderId: number; after: OrderAfter; event: Event }): Promise<number> {
  const set = [sql`state = ${after.state}`, sql`cancel_requested = ${after.cancelRequested}`, sql`version = version + 1`, sql`revision = revision + 1`, sql`updated_at = now()`]
  if (after.approval !== undefined) set.push(sql`approval = ${after.approval}`)
  if (after.sumKopecks !== undefined) set.push(sql`sum_kopecks = ${after.sumKopecks}`)
  if (after.deliveryKopecks !== undefined) set.push(sql`delivery_kopecks = ${after.deliveryKopecks}`)
  if (after.deliveryDate !== undefined) set.push(sql`delivery_date = ${after.deliveryDate}::date`)
  if (after.delivery) set.push(deliveryColumns(after.delivery))
  if (after.payUntil !== undefined) set.push(sql`pay_until = ${after.payUntil}::date`)
  const { rows } = await db.execute<{ id: number }>(sql`
    with changed as (update orders set ${sql.join(set, sql`, `)} where id = ${orderId} returning id)
    insert into order_events (order_id, state, author, account_id, comment)
    select id, ${after.state}, ${event.author}, ${event.accountId}, ${event.comment} from changed returning id`)
  return rows[0]?.id ?? 0
}

const deliveryColumns = ({ methodId, companyId, typeId, terminalId, zoneId, addressId, consigneeId, clientNumber }: Required<OrderAfter>['delivery']) => sql`
  delivery_method_id = ${methodId}, delivery_company_id = ${companyId}, delivery_type_id = ${typeId}, terminal_id = ${terminalId},
  delivery_zone_id = ${zoneId}, address_id = ${addressId}, consignee_id = ${consigneeId}, client_number = ${clientNumber}`

/** A higher version leaves for 1C again, though nothing of the order has changed. */
export async function raiseVersion(db: Db, { orderId }: { orderId: number }): Promise<void> {
  await db.execute(sql`update orders set version = version + 1 where id = ${orderId}`)
}

/** Prepaid orders whose goods have been held long enough without any payment. */
export async function listExpired(db: Db, { today, states, most }: { today: Day; states: readonly number[]; most: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select o.id from orders o where ${isExpired({ today, states })} order by o.id limit ${most}`)
  return rows.map(({ id }) => id)
}

export const isExpired = ({ today, states }: { today: Day; states: readonly number[] }) => sql`(
  o.pay_until < ${today}::date and o.paid_kopecks = 0 and o.state = any(${sql.param([...states])}::int[])
  and exists (select from contracts c where c.id = o.contract_id and c.payment = 'prepaid'))`

export async function deleteOldKeys(db: Db): Promise<void> {
  await db.execute(sql`delete from order_keys where created_at <= now() - interval '24 hours'`)
}
