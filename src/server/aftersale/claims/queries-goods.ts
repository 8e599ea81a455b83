import { sql } from 'drizzle-orm'
import type { ClaimState, ClaimType } from '#shared/rules/aftersale/claims.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ClaimScope } from './claim-scope.ts'

/** Other claims of a good. */

const isRecent = sql`c.state <> 'withdrawn' and c.filed_at > now() - interval '90 days'`

/** Number of other claims in 90 days for each good of a claim. */
export async function countClaimsOfGoods(
  db: Db,
  { scope, claimId }: { scope: ClaimScope; claimId: number },
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ productId: number; count: number }>(sql`
    select l.product_id as "productId", count(distinct c.id)::int as count
    from claim_lines l join claims c on c.id = l.claim_id
    where l.product_id in (select product_id from claim_lines where claim_id = ${claimId}) and c.id <> ${claimId}
      and ${isRecent} and ${scope.visible}
    group by l.product_id`)
  return new Map(rows.map(({ productId, count }) => [productId, count]))
}

export type GoodClaim = {
  id: number
  number: string
  contragent: string
  filedAt: string
  type: ClaimType
  text: string
  state: ClaimState
  quantityMilli: number
  acceptedMilli: number | null
  unit: string
}

/** Claims of a good in 90 days, newest first. */
export async function listClaimsOfGood(
  db: Db,
  { scope, productId, limit }: { scope: ClaimScope; productId: number; limit: number },
): Promise<GoodClaim[]> {
  const { rows } = await db.execute<GoodClaim>(sql`
    select c.id, c.number, contragent.company as contragent,
      to_char(c.filed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "filedAt", l.type,
      coalesce(nullif(l.text, ''), c.text) as text, c.state, l.quantity_milli as "quantityMilli",
      l.accepted_milli as "acceptedMilli", l.unit
    from claim_lines l join claims c on c.id = l.claim_id
    join contracts contract on contract.id = c.contract_id
    join contragents contragent on contragent.id = contract.contragent_id
    where l.product_id = ${productId} and ${isRecent} and ${scope.visible}
    order by c.filed_at desc, c.id desc, l.position limit ${limit}`)
  return rows
}
