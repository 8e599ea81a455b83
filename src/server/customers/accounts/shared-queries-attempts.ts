import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { attempts } from '#server/platform/db/schema/access.ts'

export type AttemptLimit = { key: string; max: number }

/** `undecided`: a limit is filled, but by attempts without an outcome. */
export type Reservation = { ids: number[] } | { retryAfterSeconds: number } | { undecided: true }

const attemptsLock = 20_261_123
/** Longer than any attempt takes; attempts left open by a crashed process count no longer than this. */
const openSeconds = 30

/**
 * Reserves one attempt of every key before it is made, or of none if any key has none left in the window, so that
 * concurrent attempts are counted. A reservation stays open until it is deleted or counted.
 */
export async function reserveAttempts(
  db: Db,
  { limits, minutes }: { limits: AttemptLimit[]; minutes: number },
): Promise<Reservation> {
  const keys = limits.map(({ key }) => key)
  const window = sql`make_interval(mins => ${minutes})`
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select pg_advisory_xact_lock(${attemptsLock}, hash)
      from (select distinct hashtext(key) as hash from unnest(${sql.param(keys)}::text[]) key order by 1) sorted`)
    const { rows } = await tx.execute<{ retryAfterSeconds: number | null }>(sql`
      select case when count(*) filter (where made.open_until is null) >= allowed.max then
        greatest(1, ceil(extract(epoch
          from min(made.at) filter (where made.open_until is null) + ${window} - now())))::int
      end as "retryAfterSeconds"
      from unnest(${sql.param(keys)}::text[], ${sql.param(limits.map(({ max }) => max))}::int[]) as allowed (key, max)
        join attempts made on made.key = allowed.key and made.at > now() - ${window}
          and (made.open_until is null or made.open_until > now())
      group by allowed.key, allowed.max having count(*) >= allowed.max
      order by 1 desc nulls last limit 1`)
    const [full] = rows
    if (full)
      return full.retryAfterSeconds === null ? { undecided: true } : { retryAfterSeconds: full.retryAfterSeconds }
    const openUntil = sql`now() + make_interval(secs => ${openSeconds})`
    const made = await tx
      .insert(attempts)
      .values(keys.map((key) => ({ key, openUntil })))
      .returning({ id: attempts.id })
    return { ids: made.map(({ id }) => id) }
  })
}

/** From now on they count until the window ends. */
export async function countAttempts(db: Db, { ids }: { ids: number[] }): Promise<void> {
  await db.update(attempts).set({ openUntil: null }).where(inArray(attempts.id, ids))
}

export async function deleteAttempts(db: Db, { ids }: { ids: number[] }): Promise<void> {
  await db.delete(attempts).where(inArray(attempts.id, ids))
}

export async function deleteAttemptsOfKey(db: Db, { key }: { key: string }): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key))
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.delete(attempts).where(lt(attempts.at, sql`now() - interval '1 day'`))
}
