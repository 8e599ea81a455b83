import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** A browser and address of sign-ins, with the audit row of the first one. */
export type SignInOrigin = { accountId: number; firstId: number; device: string; address: string }

/** Sign-in origins of these accounts within the retention period. */
export async function listSignInOrigins(
  db: Db,
  { accountIds }: { accountIds: readonly number[] },
): Promise<SignInOrigin[]> {
  const { rows } = await db.execute<SignInOrigin>(sql`
    select l.object_id::int as "accountId", min(l.id)::int as "firstId",
      coalesce(l.changes #>> '{device,after}', '') as device, coalesce(v.value #>> '{}', '') as address
    from audit_log l left join audit_values v on v.id = (l.changes #>> '{networkAddress,after}')::uuid
    where l.object_type = 'account' and l.object_id = any(${sql.param(accountIds.map(String))}::text[])
      and l.action = 'sign-in.succeeded'
    group by 1, 3, 4`)
  return rows
}

/** ISO time of an account's latest sign-in; null: none within the retention period. */
export const lastSignInOf = (accountId: SQL): SQL => sql`(
  select to_json(l.at) #>> '{}' from audit_log l
  where l.object_type = 'account' and l.object_id = ${accountId}::text and l.action = 'sign-in.succeeded'
  order by l.id desc limit 1)`
