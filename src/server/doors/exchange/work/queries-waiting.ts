import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type WaitingOffers = { offers: number; goods: number; since: Date | null }

export async function countWaitingOffers(db: Db): Promise<WaitingOffers> {
  const { rows } = await db.execute<{ offers: number; goods: number; since: Date | string | null }>(sql`
    select count(*)::int as offers, count(distinct good_code)::int as goods, min(received_at) as since
    from exchange_pending`)
  const [{ offers, goods, since } = { offers: 0, goods: 0, since: null }] = rows
  return { offers, goods, since: since === null ? null : new Date(since) }
}

/** Whether any waiting offers can create their good: one of its offers has a name. */
export async function hasMakeableOffers(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from exchange_pending where offer->>'name' <> '' and not (offer->>'deleted')::boolean limit 1`,
  )
  return rows.length > 0
}

/** Whether goods are being created from waiting offers. */
export async function areGoodsBeingCreated(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from exchange_files f join exchange_sessions s on s.id = f.session_id
    where s.type = 'offers' and f.state = 'queued' limit 1`)
  return rows.length > 0
}

/** Offers that wait for goods which had no waiting offers before this session; undefined if there are none. */
export async function countNewlyWaiting(
  db: Db,
  { sessionId }: { sessionId: number },
): Promise<{ offers: number; goods: number } | undefined> {
  const { rows } = await db.execute<{ offers: number; goods: number }>(sql`
    select sum(offers)::int as offers, count(*)::int as goods
    from (select count(*) as offers from exchange_pending group by good_code having bool_and(session_id is not distinct
      from ${sessionId}::int)) good
    having count(*) > 0`)
  return rows[0]
}
