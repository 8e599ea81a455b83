import { sql, type SQL } from 'drizzle-orm'
import { withAskedBy } from '#shared/rules/parties/acting.ts'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { calendarFrom } from '#server/buying/delivery/shared-queries-calendar.ts'
import { hasBreaks } from '#server/catalogue/price-breaks/shared-queries.ts'
import { allowedContracts, payingTypeId } from '#server/customers/organisations/shared-queries-contracts.ts'
import { reserveInsertedLines } from '#server/catalogue/stock/shared-queries-reserve.ts'
import type { NewOrder } from './new-order.ts'
import { recipientsOf } from '../queries-recipients.ts'
import type { DeliveryInput, OrderTerms } from './terms.ts'
import { nextOrderNumber } from '../order-number.ts'

/** Locks a basket for placing an order: a repeated key waits here for the first reply. */
export async function lockBasketRow(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from baskets where account_id = ${accountId} and contract_id = ${contractId} for update`)
  return rows[0]?.id
}

export type PlacedAnswer = {
  id: number
  numberOrder: string
  sumKopecks: number
  /** Names of the heads who must approve it; undefined = none. */
  awaits?: string[]
}

export async function findFirstAnswer(db: Db, { accountId, key }: { accountId: number; key: string }) {
  const { rows } = await db.execute<{ bodyDigest: Buffer; reply: PlacedAnswer }>(sql`
    select body_digest as "bodyDigest", reply from order_keys
    where account_id = ${accountId} and key = ${key} and created_at > now() - interval '24 hours'`)
  return rows[0]
}

/** Stores the reply under its key; false if another order has used the key in the meantime. */
export async function saveAnswer(
  db: Db,
  { accountId, key, bodyDigest, reply }: { accountId: number; key: string; bodyDigest: Buffer; reply: PlacedAnswer },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into order_keys (account_id, key, body_digest, reply)
    values (${accountId}, ${key}, ${bodyDigest}, ${JSON.stringify(reply)}::jsonb)
    on conflict (account_id, key) do update set body_digest = excluded.body_digest, reply = excluded.reply,
      created_at = now()
    where order_keys.created_at <= now() - interval '24 hours'`)
  return rowCount === 1
}

type TermsInput = {
  accountId: number
  contractId: number
  delivery: Pick<DeliveryInput, 'methodId'> & Partial<DeliveryInput>
  today: Day
}

/** Reads and share-locks the contract: serialises the order with a stop or a change of limits. */
export function lockTerms(db: Db, input: TermsInput): Promise<OrderTerms | undefined> {
  return readTerms(db, input, { of: allottedTo(input), lock: sql`for share of c` })
}

/** The same for an existing order, whose contract need not be allowed to the account any more. */
export function lockTermsOfOrder(db: Db, input: TermsInput): Promise<OrderTerms | undefined> {
  return readTerms(db, input, { of: sql``, lock: sql`for share of c` })
}

/** The same without locks. */
export function findTerms(db: Db, input: TermsInput): Promise<OrderTerms | undefined> {
  return readTerms(db, input, { of: allottedTo(input), lock: sql`` })
}

const allottedTo = ({ accountId }: TermsInput) =>
  sql`join (${allowedContracts({ accountId })}) allowed on allowed.id = c.id`

async function readTerms(
  db: Db,
  { accountId, contractId, delivery, today }: TermsInput,
  { of, lock }: { of: SQL; lock: SQL },
): Promise<OrderTerms | undefined> {
  const {
    methodId,
    companyId = null,
    typeId = null,
    terminalId = null,
    zoneId = null,
    addressId = null,
    consigneeId = null,
  } = delivery
  const recipients = recipientsOf({
    organisationId: sql`c.organisation_id`,
    accountId: sql`${accountId}::int`,
    contractId: sql`c.id`,
  })
  const { rows } = await db.execute<OrderTerms>(sql`
    select c.organisation_id as "organisationId", c.number as "contractNumber",
      (select case g.status when 'active' then c.status else 'suspended' end from contragents g
        where g.id = c.contragent_id) as status, c.valid_to::text as "validTo", c.stop_orders
      as "stopOrders",
      c.debt_alert as "debtAlert", ${payingTypeId(sql`c`)} as "priceTypeId", c.payment, c.hold_days as "holdDays",
      c.credit_limit_kopecks as "creditLimitKopecks", c.debt_kopecks as "debtKopecks", c.advance_kopecks
        as "advanceKopecks",
      c.least_order_kopecks as "minOrderKopecks", c.free_delivery_kopecks as "freeDeliveryKopecks",
      (select coalesce(jsonb_agg(jsonb_build_object('id', warehouse_id, 'header', '')), '[]')
        from contract_warehouses where contract_id = c.id) as warehouses,
      ${calendarFrom(today)} as calendar,
      (select jsonb_build_object('priceKopecks', price_kopecks) from delivery_methods where id = ${methodId}) as method,
      (select jsonb_build_object('id', id) from addresses
        where id = ${addressId} and organisation_id = c.organisation_id and not deleted) as address,
      (select jsonb_build_object('validTo', attorney_valid_to::text) from consignees
        where id = ${consigneeId} and organisation_id = c.organisation_id and not deleted) as consignee,
      (select jsonb_build_object('id', id, 'active', active) from delivery_companies where id = ${companyId})
        as company,
      (select jsonb_build_object('id', id, 'toTerminal', to_terminal, 'active', active) from delivery_types
        where company_id = ${companyId} and (${typeId}::int is null and active or id = ${typeId})
          order by to_terminal desc, id limit 1) as type,
      (select jsonb_build_object('id', id, 'active', active) from delivery_terminals where company_id = ${companyId}
        and id = ${terminalId}) as terminal,
      (select jsonb_build_object('id', id, 'active', active, 'weekdays', weekdays, 'priceKopecks', price_kopecks,
        'freeFromKopecks', free_from_kopecks)
        from delivery_zones where id = coalesce(${zoneId}::int, (select delivery_zone_id from addresses
          where id = ${addressId} and organisation_id = c.organisation_id and not deleted))) as zone,
      exists (select from delivery_zones where active) as "zonesDrawn",
      ${hasBreaks({ contractId: sql`c.id`, priceTypeId: sql`c.price_type_id` })} as "hasBreaks",
      ${recipients} as recipients
    from contracts c ${of}
    where c.id = ${contractId} ${lock}`)
  return rows[0]
}

/**
 * Inserts the order, its lines and first event, reserves its goods under the lock taken before, empties the basket, and
 * saves the address's zone. Its number has 11 characters: '0000-000123'.
 */
export async function insertOrder(
  db: Db,
  { draft, basketId }: { draft: NewOrder; basketId: number },
): Promise<{ id: number; number: string; eventId: number }> {
  const { lines, rates } = draft
  const { rows } = await db.execute<{ id: number; number: string; eventId: number }>(sql`
    with emptied as (
      delete from basket_lines where basket_id = ${basketId}), unedited as (
      delete from basket_edits where basket_id = ${basketId}), remembered as (
      update addresses set delivery_zone_id = ${draft.zoneId}
      where id = ${draft.addressId} and ${draft.zoneId}::int is not null and delivery_zone_id is distinct
        from ${draft.zoneId}), placed as (
      insert into orders (number, organisation_id, contract_id, account_id, state, approval, sum_kopecks, pay_until,
        delivery_method_id,
        delivery_company_id, delivery_type_id, terminal_id, delivery_zone_id, delivery_kopecks, delivery_date,
          address_id, consignee_id,
        client_number, comment, seller_id)
      select ${nextOrderNumber}, ${draft.organisationId},
        ${draft.contractId}, ${draft.accountId}, ${draft.state}, ${draft.approval}, ${draft.sumKopecks},
          ${draft.payUntil}::date, ${draft.methodId},
        ${draft.companyId}, ${draft.typeId}, ${draft.terminalId}, ${draft.zoneId}, ${draft.deliveryKopecks},
          ${draft.deliveryDate}::date,
        ${draft.addressId}, ${draft.consigneeId}, ${draft.clientNumber}, ${draft.comment},
        coalesce((select seller_id from contracts where id = ${draft.contractId}), (select id from sellers
          where is_default))
      returning id, number), line as (
      insert into order_lines (order_id, position, product_id, warehouse_id, name, articul, unit, quantity_milli,
        price_kopecks, sum_kopecks, vat_percent, reserved_milli, note, price_source)
      select placed.id, ordered.* from placed, unnest(
        ${ints(lines.map((_line, index) => index + 1))}, ${ints(lines.map((line) => line.productId))},
        ${ints(lines.map((line) => line.warehouseId))}, ${texts(lines.map((line) => line.name))},
        ${texts(lines.map((line) => line.articul))}, ${texts(lines.map((line) => line.unit))},
        ${bigs(lines.map((line) => line.quantityMilli))}, ${bigs(lines.map((line) => line.priceKopecks))},
        ${bigs(lines.map((line) => line.sumKopecks))}, ${ints(lines.map((line) => line.vatPercent))},
        ${bigs(lines.map((line) => line.quantityMilli))}, ${texts(lines.map((line) => line.note))},
        ${jsons(lines.map((line) => line.priceSource))}) as ordered
      returning product_id, warehouse_id, reserved_milli as milli), rate_of_day as (
      insert into order_rates (order_id, currency, starts_on, nominal, rate)
      select placed.id, r.currency, r."startsOn", r.nominal, r.rate from placed,
        json_to_recordset(${JSON.stringify(rates)}::json) r(currency text, "startsOn" date, nominal int, rate numeric)),
      ${reserveInsertedLines(sql`line`)}, event as (
      insert into order_events (order_id, state, author, account_id, comment)
      select id, ${draft.state}, ${draft.author}, ${draft.accountId},
        ${withAskedBy(draft.eventComment, draft)} from placed returning id)
    select id, number, (select id from event) as "eventId" from placed`)
  const [order] = rows
  if (!order) throw new Error('the order was not inserted')
  return order
}

const ints = (list: (number | null)[]) => sql`${sql.param(list)}::int[]`
const bigs = (list: number[]) => sql`${sql.param(list)}::bigint[]`
const jsons = (list: (object | null)[]) =>
  sql`${sql.param(list.map((each) => (each === null ? null : JSON.stringify(each))))}::jsonb[]`
const texts = (list: string[]) => sql`${sql.param(list)}::text[]`
