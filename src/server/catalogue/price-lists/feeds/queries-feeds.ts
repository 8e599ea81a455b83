import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type FeedRow = {
  viewDigest: string
  asOf: string
  build: number
  digest: string
  /** Milliseconds since the epoch. */
  builtMs: number
  checkedMs: number
  buildMs: number
  sizeBytes: number
}

/** A contract and the digest of price politics; '' = the contract's own prices. */
export type FeedKey = { contractId: number; politics: string }

/** The published YML of a contract, if there is one. */
export async function findFeed(db: Db, { contractId, politics }: FeedKey): Promise<FeedRow | undefined> {
  const { rows } = await db.execute<FeedRow>(sql`
    select view_digest as "viewDigest", as_of as "asOf", build, digest, build_ms as "buildMs", size_bytes
      as "sizeBytes",
      (extract(epoch from built_at) * 1000)::float8 as "builtMs", (extract(epoch from checked_at) * 1000)::float8
        as "checkedMs"
    from price_feeds where contract_id = ${contractId} and politics = ${politics} and build > 0`)
  return rows[0]
}

/** Returns a unique number for a new build. */
export async function beginBuild(db: Db, { contractId, politics }: FeedKey): Promise<number> {
  const { rows } = await db.execute<{ builds: number }>(sql`
    insert into price_feeds as feed (contract_id, politics, builds) values (${contractId}, ${politics}, 1)
    on conflict (contract_id, politics) do update set builds = feed.builds + 1 returning builds`)
  return rows[0]?.builds ?? 1
}

export type Built = FeedKey & {
  build: number
  viewDigest: string
  asOf: string
  digest: string
  buildMs: number
  sizeBytes: number
  builtAt: Date
}

/** Publishes a build unless a later one is published; returns whether it was published. */
export async function publishBuild(db: Db, built: Built): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update price_feeds set build = ${built.build}, view_digest = ${built.viewDigest}, as_of = ${built.asOf},
      digest = ${built.digest},
      build_ms = ${built.buildMs}, size_bytes = ${built.sizeBytes}, built_at = ${built.builtAt.toISOString()},
        checked_at = now()
    where contract_id = ${built.contractId} and politics = ${built.politics} and build < ${built.build}`)
  return rowCount === 1
}

/** Marks the published build as current; false if another one has been published since. */
export async function saveBuild(
  db: Db,
  { contractId, politics, build, viewDigest, asOf, buildMs }: Omit<Built, 'digest' | 'sizeBytes' | 'builtAt'>,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update price_feeds set view_digest = ${viewDigest}, as_of = ${asOf}, build_ms = ${buildMs}, checked_at = now()
    where contract_id = ${contractId} and politics = ${politics} and build = ${build}`)
  return rowCount === 1
}

/** Deletes feeds that were not requested recently; the next request builds them again. */
export async function deleteOldFeeds(db: Db, { retentionDays }: { retentionDays: number }): Promise<FeedKey[]> {
  const { rows } = await db.execute<FeedKey>(sql`
    update price_feeds set build = 0 where build > 0 and checked_at < now() - make_interval(days => ${retentionDays})
    returning contract_id as "contractId", politics`)
  return rows
}
