import { sql, type SQL } from 'drizzle-orm'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'

/** Claims visible to a caller, as SQL over `c` = claims, with the number of unread messages of the other side. */
export type ClaimScope = { visible: SQL; unread: SQL }

export const ofBuyer = ({ accountId }: Pick<BuyerActor, 'accountId'>): ClaimScope => ({
  visible: sql`c.contract_id in (select id from (${allowedContracts({ accountId })}) as allowed)`,
  unread: unreadOf(accountId, sql`m.side <> 'buyer' and m.kind <> 'note'`),
})

export const ofStaff = (actor: StaffActor): ClaimScope => ({
  visible: isCustomerOf(actor, sql`c.organisation_id`),
  unread: unreadOf(actor.accountId, sql`m.side = 'buyer'`),
})

/** For 1C. */
export const anyClaim: ClaimScope = { visible: sql`true`, unread: sql`0` }

function unreadOf(accountId: number, fromOthers: SQL): SQL {
  return sql`(select count(*)::int from claim_messages m where m.claim_id = c.id and ${fromOthers}
    and m.id > coalesce((select r.message_id from claim_reads r where r.claim_id = c.id
      and r.account_id = ${accountId}), 0))`
}
