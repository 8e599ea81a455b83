import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

export type Recipient = { accountId: number; pricesShown: boolean }

/**
 * Recipients of an order's notices: accounts that may use every contract of the organisation, and the account that
 * ordered if it may still order under the contract.
 */
export async function listRecipients(db: Db, { id }: { id: number }): Promise<Recipient[]> {
  const recipients = recipientsOf({
    accountId: sql`o.account_id`,
    organisationId: sql`o.organisation_id`,
    contractId: sql`o.contract_id`,
  })
  const { rows } = await db.execute<{ recipients: Recipient[] }>(sql`
    select ${recipients} as recipients from orders o where o.id = ${id}`)
  return rows[0]?.recipients ?? []
}

type OrderColumns = { accountId: SQL; organisationId: SQL; contractId: SQL }

/** The same as a JSON column of a larger statement. */
export const recipientsOf = ({ accountId, organisationId, contractId }: OrderColumns) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('accountId', a.id,
    'pricesShown', ${holds(sql`a`, 'price.contract')}) order by a.id), '[]')
  from accounts a
  where a.organisation_id = ${organisationId} and a.enabled and (${holds(sql`a`, 'contract.all')}
    or a.id = ${accountId} and ${holds(sql`a`, 'order.place')}
    and exists (select from account_contracts k where k.account_id = a.id and k.contract_id = ${contractId})))`
