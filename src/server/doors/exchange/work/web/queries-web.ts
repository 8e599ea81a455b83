import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** A picture to fetch; `isStored`: it came before, so an unchanged one need not be sent. */
export type DuePicture = {
  source: string
  address: string
  etag: string
  lastModified: string
  attempts: number
  isStored: boolean
}

/** Due pictures that goods still list, the longest due first. */
export async function listDuePictures(db: Db, { max }: { max: number }): Promise<DuePicture[]> {
  const { rows } = await db.execute<DuePicture>(sql`
    select a.source, a.address, a.etag, a.last_modified as "lastModified", a.attempts,
      exists (select from exchange_pictures p where p.source = a.source) as "isStored"
    from exchange_picture_addresses a
    where a.due_at <= now() and exists (select from exchange_product_pictures l where l.source = a.source)
    order by a.due_at, a.source limit ${max}`)
  return rows
}

/** Pictures that goods no longer list. */
export async function deleteUnlistedPictures(db: Db): Promise<void> {
  await db.execute(sql`
    delete from exchange_picture_addresses a where a.due_at < now() - interval '1 day'
      and not exists (select from exchange_product_pictures l where l.source = a.source)`)
}

export async function markFetched(
  db: Db,
  { source, etag, lastModified }: { source: string; etag: string; lastModified: string },
): Promise<void> {
  await db.execute(sql`
    update exchange_picture_addresses set due_at = null, checked_at = now(), attempts = 0, error = '',
      etag = ${etag}, last_modified = ${lastModified} where source = ${source}`)
}

/** `retrySeconds` undefined: given up until a file lists it again. */
export async function markNotFetched(
  db: Db,
  { source, error, retrySeconds }: { source: string; error: string; retrySeconds: number | undefined },
): Promise<void> {
  const due = retrySeconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${retrySeconds})`
  await db.execute(sql`
    update exchange_picture_addresses set due_at = ${due}, checked_at = now(), attempts = attempts + 1,
      error = ${error} where source = ${source}`)
}

/** Runs whose process has died: their pictures are due again in another run. */
export async function endInterruptedRuns(db: Db, { sessionType }: { sessionType: string }): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update exchange_sessions set closing_at = now(), ended_at = now() where type = ${sessionType} and ended_at is null
    returning id`)
  for (const { id } of rows)
    await db.execute(sql`
      update exchange_runs set status = 'failed', finished_at = now(), error = 'Процесс портала остановился'
      where session_id = ${id} and status = 'running'`)
}

/** Whether this address is due: not tried for so long, and the last file is not being imported any more. */
export async function isFetchDue(
  db: Db,
  { address, minutes, sessionType }: { address: string; minutes: number; sessionType: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 where not exists (select from exchange_feed_fetches f where f.address = ${address}
        and f.tried_at > now() - make_interval(mins => ${minutes}))
      and not exists (select from exchange_sessions s where s.type = ${sessionType} and s.ended_at is null)`)
  return rows.length > 0
}

export async function recordFetchAttempt(db: Db, { address }: { address: string }): Promise<void> {
  await db.execute(sql`
    insert into exchange_feed_fetches (address, tried_at) values (${address}, now())
    on conflict (address) do update set tried_at = now()`)
}

export async function recordFetchResult(db: Db, { address, error }: { address: string; error: string }): Promise<void> {
  await db.execute(sql`
    update exchange_feed_fetches set error = ${error},
      succeeded_at = case when ${error === ''} then now() else succeeded_at end where address = ${address}`)
}

/** The address is due at once. */
export async function resetFetch(db: Db, { address }: { address: string }): Promise<void> {
  await db.execute(sql`delete from exchange_feed_fetches where address = ${address}`)
}

export type LastFetch = { triedAt: Date; succeededAt: Date | null; error: string }

export async function findLastFetch(db: Db, { address }: { address: string }): Promise<LastFetch | undefined> {
  const { rows } = await db.execute<{ tried: string; succeeded: string | null; error: string }>(sql`
    select to_json(tried_at) #>> '{}' as tried, to_json(succeeded_at) #>> '{}' as succeeded, error
    from exchange_feed_fetches where address = ${address}`)
  const [row] = rows
  if (row === undefined) return undefined
  return {
    triedAt: new Date(row.tried),
    succeededAt: row.succeeded === null ? null : new Date(row.succeeded),
    error: row.error,
  }
}
