import { sql, type SQL } from 'drizzle-orm'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'

/** Orders visible to a caller, as SQL over `o` = orders. */
export type OrderScope = SQL

/** Orders of the account's contracts. */
export const ofBuyer = ({ accountId }: BuyerActor): OrderScope =>
  sql`o.contract_id in (select id from (${allowedContracts({ accountId })}) as allowed)`

/** For 1C. */
export const anyOrder: OrderScope = sql`true`

export const ofStaff = (actor: StaffActor): OrderScope => isCustomerOf(actor, sql`o.organisation_id`)
