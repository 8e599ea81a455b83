import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

type Key = { accountId: number; key: string }

/** An answer as it was kept: its reply is what the call that is named by the digest answers. */
export type FirstAnswer = { bodyDigest: Buffer; reply: unknown }

/** The first answer that was given to this key within 24 hours, and what it was asked for. */
export async function findFirstAnswer(db: Db, { accountId, key }: Key): Promise<FirstAnswer | undefined> {
  const { rows } = await db.execute<FirstAnswer>(sql`
    select body_digest as "bodyDigest", reply from basket_keys
    where account_id = ${accountId} and key = ${key} and created_at > now() - interval '24 hours'`)
  return rows[0]
}

/** Keeps the answer under its key; false when another call under another basket took the key meanwhile. */
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

export async function deleteOldKeys(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from basket_keys where created_at <= now() - interval '24 hours'`)
  return rowCount ?? 0
}
