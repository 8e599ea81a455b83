import { sql, type SQL } from 'drizzle-orm'
import {
  buyerRoles,
  grantableRole,
  grantsWith,
  contractPriceRights,
  rolesWith,
  staffRoles,
  type Right,
} from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'

/**
 * SQL condition on accounts: the person has the right, as in `may`. `account` is the alias; its rows need `role`,
 * `grants` and `price_politics`.
 */
export function holds(account: SQL, right: Right): SQL {
  const byRole = sql`${account}.role = any(${sql.param(rolesWith(right))}::text[])`
  const grants = grantsWith(right)
  const byGrant = sql`${account}.role = ${grantableRole} and ${account}.grants && ${sql.param(grants)}::text[]`
  const hasRight = grants.length === 0 ? byRole : sql`(${byRole} or ${byGrant})`
  return contractPriceRights.includes(right) ? sql`(${hasRight} and ${account}.price_politics = '[]')` : hasRight
}

/** The account may use the contract of its organisation: by right all of them, otherwise the allotted ones. */
export const mayUseContract = (account: SQL, contract: SQL): SQL => sql`(
  ${contract}.organisation_id = ${account}.organisation_id and (${holds(account, 'contract.all')} or exists (
    select from account_contracts allotted
    where allotted.account_id = ${account}.id and allotted.contract_id = ${contract}.id)))`

/** Enabled accounts with the right, for notices to staff. */
export async function listAccountsWith(db: Db, right: Right): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from accounts where ${holds(sql`accounts`, right)} and enabled order by id`,
  )
  return rows.map(({ id }) => id)
}

/** The same as `isStaff`. */
export const isOfStaff = (account: SQL): SQL => sql`${account}.role = any(${sql.param([...staffRoles])}::text[])`

/** Accounts of people, not of programs such as 1C. */
export const isOfPerson = (account: SQL): SQL =>
  sql`${account}.role = any(${sql.param([...buyerRoles, ...staffRoles])}::text[])`
