import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import { zoneMethodIds } from '#shared/rules/delivery/delivery-methods.ts'
import type { Db } from '#server/platform/db/client.ts'
import { calendarFrom, calendarOf, type CalendarRows } from '#server/buying/delivery/shared-queries-calendar.ts'
import type { DayFacts } from './day-objections.ts'
import type { OrderDelivery } from './new-order.ts'

export type CurrentDelivery = OrderDelivery & {
  organisationId: number
  clientNumber: string
  sumKopecks: number
  contractFreeKopecks: number | null
  revision: number
}

/** Delivery of an order within the scope. */
export async function findDelivery(
  db: Db,
  { orderId, scope }: { orderId: number; scope: SQL },
): Promise<CurrentDelivery | undefined> {
  const { rows } = await db.execute<CurrentDelivery>(sql`
    select o.organisation_id as "organisationId", o.delivery_method_id as "methodId", o.delivery_company_id
      as "companyId",
      o.delivery_type_id as "typeId", o.terminal_id as "terminalId", o.delivery_zone_id as "zoneId", o.delivery_kopecks
        as "deliveryKopecks",
      o.delivery_date::text as "deliveryDate", o.address_id as "addressId", o.consignee_id as "consigneeId",
      o.client_number as "clientNumber", o.sum_kopecks as "sumKopecks", c.free_delivery_kopecks
        as "contractFreeKopecks", o.revision
    from orders o join contracts c on c.id = o.contract_id where o.id = ${orderId} and ${scope}`)
  return rows[0]
}

/** Data that decides whether a locked order can be delivered on a day. */
export async function findDayFacts(db: Db, { orderId, day }: { orderId: number; day: Day }): Promise<DayFacts> {
  const { rows } = await db.execute<Omit<DayFacts, 'calendar'> & { days: CalendarRows }>(sql`
    select ${calendarFrom(day)} as days,
      (select jsonb_build_object('name', name, 'weekdays', weekdays) from delivery_zones
        where id = o.delivery_zone_id and o.delivery_method_id = any(${sql.param([...zoneMethodIds])}::int[])) as zone,
      (select attorney_valid_to::text from consignees where id = o.consignee_id) as "attorneyValidTo"
    from orders o where o.id = ${orderId}`)
  const [facts] = rows
  if (!facts) throw new Error('a locked order is there')
  const { days, ...others } = facts
  return { ...others, calendar: calendarOf(days) }
}

/** Names of a delivery's choices; null = nothing chosen. */
export type DeliveryNames = {
  method: string | null
  company: string | null
  type: string | null
  terminal: string | null
  zone: string | null
  address: string | null
  consignee: string | null
}

type Named = Omit<OrderDelivery, 'deliveryKopecks' | 'deliveryDate'> & { deliveryDate?: Day | null }

export async function findDeliveryNames(
  db: Db,
  { methodId, companyId, typeId, terminalId, zoneId, addressId, consigneeId }: Named,
): Promise<DeliveryNames> {
  const { rows } = await db.execute<DeliveryNames>(sql`
    select (select name from delivery_methods where id = ${methodId}) as method,
      (select name from delivery_companies where id = ${companyId}) as company,
      (select name from delivery_types where id = ${typeId}) as type,
      (select concat_ws(', ', city, address) from delivery_terminals where id = ${terminalId}) as terminal,
      (select name from delivery_zones where id = ${zoneId}) as zone,
      (select concat_ws(', ', nullif(postindex, ''), full_address) from addresses where id = ${addressId}) as address,
      (select concat_ws(' ', surname, name, nullif(patronymic, '')) from consignees
        where id = ${consigneeId}) as consignee`)
  const [names] = rows
  if (!names) throw new Error('a select without a row')
  return names
}
