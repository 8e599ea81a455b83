import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { OrderState } from '#shared/rules/order-states.ts'
import { isUndecidedState } from '#server/aftersale/claims/shared-queries-states.ts'
import { overdueOf } from '#server/buying/ledger/shared-queries-unpaid.ts'
import { unshippedKopecks } from '#server/buying/orders/shared-queries-credit.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { turnover, turnoverDays } from './queries-list.ts'

export type CustomerHead = {
  id: number
  name: string
  status: 'pending' | 'active' | 'blocked'
  managerId: number | null
  manager: string
  turnoverKopecks: number
  previousTurnoverKopecks: number
  orders: number
}

type OfCustomer = { actor: StaffActor; organisationId: number }

/** Undefined if the organisation is not the caller's customer. */
export async function findCustomer(db: Db, { actor, organisationId }: OfCustomer): Promise<CustomerHead | undefined> {
  const { rows } = await db.execute<CustomerHead>(sql`
    select o.id, o.name, o.status, o.personal_manager_id as "managerId", coalesce(m.name, '') as manager,
      ${turnover(sql`o.id`, { fromDays: turnoverDays, toDays: 0 })} as "turnoverKopecks",
      ${turnover(sql`o.id`, { fromDays: 2 * turnoverDays, toDays: turnoverDays })} as "previousTurnoverKopecks",
      (select count(*)::int from orders where organisation_id = o.id) as orders
    from organisations o left join personal_managers m on m.id = o.personal_manager_id
    where o.id = ${organisationId} and ${isCustomerOf(actor, sql`o.id`)}`)
  return rows[0]
}

type LockedCustomer = Pick<CustomerHead, 'managerId' | 'status'> & { mergedIntoId: number | null }

/** Locks a customer of the caller; serialises changes of its manager, notes, contragents and people. */
export async function lockCustomer(tx: Db, { actor, organisationId }: OfCustomer): Promise<LockedCustomer | undefined> {
  const { rows } = await tx.execute<LockedCustomer>(sql`
    select o.personal_manager_id as "managerId", o.status, o.merged_into_id as "mergedIntoId" from organisations o
    where o.id = ${organisationId} and ${isCustomerOf(actor, sql`o.id`)} for no key update`)
  return rows[0]
}

/** The seller of the contragent's latest contract, otherwise of the organisation's; null: the default one. */
export async function findUsualSeller(
  db: Db,
  { organisationId, contragentId }: { organisationId: number; contragentId: number },
): Promise<number | null> {
  const { rows } = await db.execute<{ sellerId: number | null }>(sql`
    select c.seller_id as "sellerId" from contracts c where c.organisation_id = ${organisationId}
    order by c.contragent_id = ${contragentId} desc, c.status = 'active' desc, c.signed_on desc, c.id desc limit 1`)
  return rows[0]?.sellerId ?? null
}

export type StoredContract = {
  id: number
  organisationId: number
  number: string
  signedOn: Day
  contragent: string
  code1c: string | null
  status: 'signing' | 'active' | 'suspended' | 'expired'
  validTo: Day | null
  priceTypeId: number
  priceType: string
  rrcTypeId: number | null
  payment: 'prepaid' | 'deferred'
  prepaymentPercent: number
  deferralDays: number
  creditLimitKopecks: number | null
  minOrderKopecks: number | null
  freeDeliveryKopecks: number | null
  holdDays: number
  stockDisplay: 'exact' | 'more' | 'words'
  stockCapMilli: number
  warehouses: number[]
  debtKopecks: number
  advanceKopecks: number
  unshippedKopecks: number
  overdueKopecks: number
  overdueSince: Day | null
  stopOrders: boolean
  debtAlert: string | null
  version: string
}

const warehousesOf = (contractId: SQL): SQL => sql`(
  select coalesce(jsonb_agg(k.warehouse_id order by k.position), '[]') from contract_warehouses k
  where k.contract_id = ${contractId})`

/** Terms that staff change: what a conflict is about. */
const version = sql`md5(row(c.status, c.valid_to, c.price_type_id, c.rrc_type_id, c.payment, c.prepayment_percent,
  c.deferral_days, c.credit_limit_kopecks, c.least_order_kopecks, c.free_delivery_kopecks, c.hold_days,
  c.stock_display, c.stock_cap_milli, ${warehousesOf(sql`c.id`)})::text)`

const contractsWhere = (condition: SQL, today: Day): SQL => sql`
  select c.id, c.organisation_id as "organisationId", c.number, c.signed_on::text as "signedOn",
    g.company as contragent,
    c.code1c, c.status, c.valid_to::text as "validTo", c.price_type_id as "priceTypeId", t.name as "priceType",
    c.rrc_type_id as "rrcTypeId", c.payment, c.prepayment_percent as "prepaymentPercent",
    c.deferral_days as "deferralDays", c.credit_limit_kopecks as "creditLimitKopecks",
    c.least_order_kopecks as "minOrderKopecks", c.free_delivery_kopecks as "freeDeliveryKopecks",
    c.hold_days as "holdDays", c.stock_display as "stockDisplay", c.stock_cap_milli as "stockCapMilli",
    ${warehousesOf(sql`c.id`)} as warehouses, c.debt_kopecks as "debtKopecks", c.advance_kopecks as "advanceKopecks",
    ${unshippedKopecks(sql`c.id`)} as "unshippedKopecks", coalesce(late.kopecks, 0) as "overdueKopecks",
    late.since::text as "overdueSince", c.stop_orders as "stopOrders", c.debt_alert as "debtAlert",
      ${version} as version
  from contracts c join contragents g on g.id = c.contragent_id join price_types t on t.id = c.price_type_id
  cross join lateral ${overdueOf(sql`c.id`, today)} late
  where ${condition} order by c.status <> 'active', late.kopecks desc nulls last, c.signed_on desc, c.id`

/** Active ones first, the largest overdue sum at the top. */
export async function listCustomerContracts(
  db: Db,
  { organisationId, today }: { organisationId: number; today: Day },
): Promise<StoredContract[]> {
  const { rows } = await db.execute<StoredContract>(contractsWhere(sql`c.organisation_id = ${organisationId}`, today))
  return rows
}

/** Locks a contract of a customer of the caller. */
export async function lockCustomerContract(
  tx: Db,
  { actor, contractId, today }: { actor: StaffActor; contractId: number; today: Day },
): Promise<StoredContract | undefined> {
  const { rows: locked } = await tx.execute(sql`
    select from contracts c where c.id = ${contractId} and ${isCustomerOf(actor, sql`c.organisation_id`)} for update`)
  if (locked.length === 0) return undefined
  const { rows } = await tx.execute<StoredContract>(contractsWhere(sql`c.id = ${contractId}`, today))
  return rows[0]
}

/** Whether a contract has another price type now. */
export async function isRepriced(db: Db, { id, priceTypeId }: { id: number; priceTypeId: number }): Promise<boolean> {
  const { rows } = await db.execute(sql`select from contracts where id = ${id} and price_type_id <> ${priceTypeId}`)
  return rows.length > 0
}

const maxOrders = 6

export type StoredOrder = {
  id: number
  number: string
  createdAt: string
  contract: string
  placedBy: string
  state: OrderState
  sumKopecks: number
}

export async function listLatestOrders(db: Db, { organisationId }: { organisationId: number }): Promise<StoredOrder[]> {
  const { rows } = await db.execute<StoredOrder>(sql`
    select o.id, o.number, to_json(o.created_at) #>> '{}' as "createdAt", c.number as contract,
      coalesce(nullif(a.name, ''), a.login::text) as "placedBy", o.state, o.sum_kopecks as "sumKopecks"
    from orders o join contracts c on c.id = o.contract_id join accounts a on a.id = o.account_id
    where o.organisation_id = ${organisationId} order by o.created_at desc, o.id desc limit ${maxOrders}`)
  return rows
}

const maxClaims = 5

export type OpenWork = {
  basketLines: number
  basketKopecks: number
  drafts: number
  claims: { id: number; number: string; decideBy: Day }[]
}

/** Baskets at the prices last shown, drafts, claims without a decision. */
export async function findOpenWork(db: Db, { organisationId }: { organisationId: number }): Promise<OpenWork> {
  const { rows } = await db.execute<OpenWork>(sql`
    select basket.lines as "basketLines", basket.kopecks as "basketKopecks",
      (select count(*)::int from drafts d join accounts a on a.id = d.account_id
        where a.organisation_id = ${organisationId} and d.removed_at is null) as drafts,
      (select coalesce(jsonb_agg(k order by k."decideBy", k.id), '[]') from (
        select id, number, decide_by::text as "decideBy" from claims
        where organisation_id = ${organisationId} and ${isUndecidedState(sql`state`)}
        order by decide_by, id limit ${maxClaims}) k) as claims
    from (
      select count(*)::int as lines,
        coalesce(sum(round(l.shown_price_kopecks::numeric * l.quantity_milli / 1000)), 0)::bigint as kopecks
      from basket_lines l join baskets b on b.id = l.basket_id join accounts a on a.id = b.account_id
      where a.organisation_id = ${organisationId}) basket`)
  return rows[0] ?? { basketLines: 0, basketKopecks: 0, drafts: 0, claims: [] }
}
