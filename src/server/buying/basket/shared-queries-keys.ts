import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

type Key = { accountId: number; key: string }

/** A stored reply to the call with this digest. */
export type FirstAnswer = { bodyDigest: Buffer; reply: unknown }

/** The reply stored under this key within 24 hours, with the digest of its request. */
export async function findFirstAnswer(db: Db, { accountId, key }: Key): Promise<FirstAnswer | undefined> {
  const { rows } = await db.execute<FirstAnswer>(sql`
    select body_digest as "bodyDigest", reply from basket_keys
    where account_id = ${accountId} and key = ${key} and created_at > now() - interval '24 hours'`)
  return rows[0]
}

/** Stores the reply under its key; false if another call has used the key in the meantime. */
export async function saveAnswer(
  db: Db,
  { accountId, key, bodyDigest, reply }: Key & { bodyDigest: Buffer; reply: object },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into basket_keys (account_id, key, body_digest, reply)
    values (${accountId}, ${key}, ${bodyDigest}, ${JSON.stringify(reply)}::jsonb)
    on conflict (account_id, key) do update set body_digest = excluded.body_digest, reply = excluded.reply,
      created_at = now()
    where basket_keys.created_at <= now() - interval '24 hours'`)
  return rowCount === 1
}

/** Stores the reply under its key, instead of any earlier one. */
export async function replaceAnswer(
  db: Db,
  { accountId, key, bodyDigest, reply }: Key & { bodyDigest: Buffer; reply: object },
): Promise<void> {
  await db.execute(sql`
    insert into basket_keys (account_id, key, body_digest, reply)
    values (${accountId}, ${key}, ${bodyDigest}, ${JSON.stringify(reply)}::jsonb)
    on conflict (account_id, key) do update set body_digest = excluded.body_digest, reply = excluded.reply,
      created_at = now()`)
}

export async function deleteOldKeys(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from basket_keys where created_at <= now() - interval '24 hours'`)
  return rowCount ?? 0
}
