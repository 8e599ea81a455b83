import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { SellerVat } from '#shared/rules/vat.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { ofBuyer } from '../order-scope.ts'
import { approversOf } from '../queries-approval.ts'
import { countsAgainstLimits } from './queries-limits.ts'

export type PreviewFacts = {
  basketId: number | null
  /** Seller of the contract; null if none has been entered. */
  seller: { id: number; company: string; vat: SellerVat } | null
  /** Names of the heads of the buyer's organisation. */
  approvers: string[]
}

/** Data for the preview of an order; the caller has checked the contract. */
export async function findPreviewFacts(
  db: Db,
  { accountId, organisationId }: BuyerActor,
  { contractId }: { contractId: number },
): Promise<PreviewFacts> {
  const { rows } = await db.execute<PreviewFacts>(sql`
    select (select id from baskets where account_id = ${accountId} and contract_id = ${contractId}) as "basketId",
      (select jsonb_build_object('id', s.id, 'company', s.company, 'vat', s.vat) from contracts c
        join sellers s on s.id = coalesce(c.seller_id, (select id from sellers where is_default))
          where c.id = ${contractId}) as seller,
      ${approversOf(organisationId)} as approvers`)
  return rows[0] ?? { basketId: null, seller: null, approvers: [] }
}

export type UnpaidOrder = {
  id: number
  number: string
  state: number
  /** Day in Moscow. */ day: Day
  payUntil: Day | null
  leftKopecks: number
}

/** Maximum orders listed. */
const maxUnpaid = 1000

/** The buyer's unpaid orders of the contract: oldest debt first, then those not due yet. */
export async function listUnpaid(
  db: Db,
  actor: BuyerActor,
  { contractId }: { contractId: number },
): Promise<UnpaidOrder[]> {
  const { rows } = await db.execute<UnpaidOrder>(sql`
    select o.id, o.number, o.state, to_char(o.created_at at time zone 'Europe/Moscow',
      'YYYY-MM-DD') as day, o.pay_until::text as "payUntil",
      o.sum_kopecks - o.paid_kopecks as "leftKopecks"
    from orders o where o.contract_id = ${contractId} and ${ofBuyer(actor)}
      and ${countsAgainstLimits} and o.paid_kopecks < o.sum_kopecks
    order by o.pay_until nulls last, o.created_at, o.id limit ${maxUnpaid}`)
  return rows
}
