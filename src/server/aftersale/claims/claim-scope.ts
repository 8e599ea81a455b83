import { sql, type SQL } from 'drizzle-orm'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'

/** The claims that a caller may see, as SQL over `c` = claims. */
export type ClaimScope = SQL

export const ofBuyer = ({ accountId }: Pick<BuyerActor, 'accountId'>): ClaimScope =>
  sql`c.contract_id in (select id from (${allowedContracts({ accountId })}) as allowed)`

export const ofStaff = (actor: StaffActor): ClaimScope => isCustomerOf(actor, sql`c.organisation_id`)

/** For 1C. */
export const anyClaim: ClaimScope = sql`true`
