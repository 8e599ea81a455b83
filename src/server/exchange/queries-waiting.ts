import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

export type WaitingOffers = { offers: number; goods: number; since: Date | null }

export async function countWaitingOffers(db: Db): Promise<WaitingOffers> {
  const { rows } = await db.execute<{ offers: number; goods: number; since: Date | string | null }>(sql`
    select count(*)::int as offers, count(distinct good_code)::int as goods, min(received_at) as since from exchange_pending`)
  const [{ offers, goods, since } = { offers: 0, goods: 0, since: null }] = rows
  return { offers, goods, since: since === null ? null : new Date(since) }
}

/** The offers that wait, where this session was the first to leave any. */
export async function findFirstWaiting(db: Db, { sessionId }: { sessionId: number }): Promise<{ offers: number; goods: number } | undefined> {
  const { rows } = await db.execute<{ offers: number; goods: number }>(sql`
    select count(*)::int as offers, count(distinct p.good_code)::int as goods
    from exchange_sessions s join exchange_pending p on true where s.id = ${sessionId} group by s.id, s.started_at
    having min(p.received_at) >= s.started_at`)
  return rows[0]
}

export async function listAdministrators(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from accounts where role = 'admin' and enabled order by id`)
  return rows.map(({ id }) => id)
}
