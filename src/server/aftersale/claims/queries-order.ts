import { sql } from 'drizzle-orm'
import type { ClaimState } from '#shared/rules/aftersale/claims.ts'
import { partlyShipped, done, fullyShipped } from '#shared/rules/order-states.ts'
import { allowedContracts, payingTypeId } from '#server/customers/organisations/shared-queries-contracts.ts'
import { mainPicture } from '#server/catalogue/prices/shared-queries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'

/** Claimable quantities of an order. */

export type ClaimableOrder = {
  id: number
  number: string
  contractId: number
  contractNumber: string
  contragent: string
  organisationId: number
  priceTypeId: number
  shippedOn: string | null
}

const shippedStates: readonly number[] = [partlyShipped, fullyShipped, done]

/** An order of the buyer's contracts by id, 1C's number or the portal's. */
export async function findOrder(
  db: Db,
  { accountId, orderId, code }: { accountId: number; orderId?: number; code?: string },
): Promise<ClaimableOrder | undefined> {
  const { rows } = await db.execute<ClaimableOrder>(sql`
    select o.id, o.number, o.contract_id as "contractId", allowed.number as "contractNumber",
      allowed.company as contragent, o.organisation_id as "organisationId",
      ${payingTypeId(sql`allowed`)} as "priceTypeId",
      (select (max(e.at) at time zone 'Europe/Moscow')::date::text from order_events e
        where e.order_id = o.id and e.state = any(${sql.param([...shippedStates])}::int[])) as "shippedOn"
    from orders o join (${allowedContracts({ accountId })}) allowed on allowed.id = o.contract_id
    where ${orderId === undefined ? sql`(o.code1c = ${code} or o.number = ${code})` : sql`o.id = ${orderId}`}
    order by o.code1c = ${code ?? ''} desc nulls last, o.id limit 1`)
  return rows[0]
}

/** Serialises claims of an order. */
export async function lockOrderOfClaims(tx: Db, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`select from orders where id = ${orderId} for no key update`)
}

export type ClaimableLine = {
  position: number
  productId: number
  name: string
  articul: string
  unit: string
  priceKopecks: number
  orderedMilli: number
  shippedMilli: number
  claimedMilli: number
  settledMilli: number
  picture: { id: number; type: string } | null
}

/** Shipped lines that were not cancelled. Withdrawn claims do not count. */
export async function listClaimableLines(db: Db, { orderId }: { orderId: number }): Promise<ClaimableLine[]> {
  const { rows } = await db.execute<ClaimableLine>(sql`
    select l.position, l.product_id as "productId", l.name, l.articul, l.unit, l.price_kopecks as "priceKopecks",
      l.quantity_milli as "orderedMilli", l.shipped_milli as "shippedMilli",
        coalesce(claimed.quantity, 0)::bigint as "claimedMilli",
      coalesce(claimed.settled, 0)::bigint as "settledMilli", ${mainPicture} as picture
    from order_lines l join products p on p.id = l.product_id
    left join lateral (
      select sum(k.quantity_milli) as quantity, sum(k.accepted_milli) filter (where c.state = 'closed') as settled
      from claims c join claim_lines k on k.claim_id = c.id
      where c.order_id = l.order_id and k.order_position = l.position and c.state <> 'withdrawn') claimed on true
    where l.order_id = ${orderId} and not l.cancelled and l.shipped_milli > 0 order by l.position`)
  return rows
}

export type ClaimOfOrder = { id: number; number: string; state: ClaimState }

export async function listClaimsOfOrder(db: Db, { orderId }: { orderId: number }): Promise<ClaimOfOrder[]> {
  const { rows } = await db.execute<ClaimOfOrder>(
    sql`select id, number, state from claims where order_id = ${orderId} order by id`,
  )
  return rows
}

export type OtherGood = {
  id: number
  name: string
  articul: string
  unit: string
  priceKopecks: number
}

/** Goods sold at the contract's prices. */
export async function listOtherGoods(
  db: Db,
  { ids, priceTypeId }: { ids: readonly number[]; priceTypeId: number },
): Promise<OtherGood[]> {
  const { rows } = await db.execute<OtherGood>(sql`
    select p.id, p.name, p.articul, p.unit, price.price_kopecks as "priceKopecks"
    from products p join prices price on price.product_id = p.id and price.price_type_id = ${priceTypeId}
    where p.id = any(${sql.param([...ids])}::int[])`)
  return rows
}

export type OrderToClaim = {
  id: number
  number: string
  createdOn: string
  contractNumber: string
  contragent: string
  lines: number
  /** The good that the query matched. */
  good: { name: string; articul: string } | null
}

/** The buyer's orders with claimable goods, newest first; `query`: a number or a good. */
export async function listOrdersToClaim(
  db: Db,
  { accountId, query, limit }: { accountId: number; query: string; limit: number },
): Promise<OrderToClaim[]> {
  const pattern = containsPattern(query)
  const isGood = sql`${query !== ''} and (l.articul ilike ${pattern} or l.name ilike ${pattern})`
  const { rows } = await db.execute<OrderToClaim>(sql`
    select o.id, o.number, (o.created_at at time zone 'Europe/Moscow')::date::text as "createdOn",
      allowed.number as "contractNumber", allowed.company as contragent, free.lines, free.good
    from orders o join (${allowedContracts({ accountId })}) allowed on allowed.id = o.contract_id
    cross join lateral (
      select count(*) as lines, (array_agg(json_build_object('name', l.name, 'articul', l.articul) order by l.position)
        filter (where ${isGood}))[1] as good
      from order_lines l
      where l.order_id = o.id and not l.cancelled and l.shipped_milli > coalesce((
        select sum(k.quantity_milli) from claims c join claim_lines k on k.claim_id = c.id
        where c.order_id = o.id and k.order_position = l.position and c.state <> 'withdrawn'), 0)) free
    where free.lines > 0 and (${query === ''} or o.number ilike ${pattern} or coalesce(o.code1c,
    '') ilike ${pattern} or free.good is not null)
    order by o.created_at desc, o.id desc limit ${limit}`)
  return rows
}
