import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type FeedRow = {
  viewDigest: string
  asOf: string
  build: number
  digest: string
  /** Milliseconds since 1970. */
  builtMs: number
  checkedMs: number
  buildMs: number
  sizeBytes: number
}

/** The YML that a contract has; undefined before its first. */
export async function findFeed(db: Db, { contractId }: { contractId: number }): Promise<FeedRow | undefined> {
  const { rows } = await db.execute<FeedRow>(sql`
    select view_digest as "viewDigest", as_of as "asOf", build, digest, build_ms as "buildMs", size_bytes
      as "sizeBytes",
      (extract(epoch from built_at) * 1000)::float8 as "builtMs", (extract(epoch from checked_at) * 1000)::float8
        as "checkedMs"
    from price_feeds where contract_id = ${contractId} and build > 0`)
  return rows[0]
}

/** The number of a build that begins: no other has it. */
export async function beginBuild(db: Db, { contractId }: { contractId: number }): Promise<number> {
  const { rows } = await db.execute<{ builds: number }>(sql`
    insert into price_feeds as feed (contract_id, builds) values (${contractId}, 1)
    on conflict (contract_id) do update set builds = feed.builds + 1 returning builds`)
  return rows[0]?.builds ?? 1
}

export type Built = {
  contractId: number
  build: number
  viewDigest: string
  asOf: string
  digest: string
  buildMs: number
  sizeBytes: number
  builtAt: Date
}

/** Serves a build from now on, unless a later one is served already. Answers whether it is. */
export async function publishBuild(db: Db, built: Built): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update price_feeds set build = ${built.build}, view_digest = ${built.viewDigest}, as_of = ${built.asOf},
      digest = ${built.digest},
      build_ms = ${built.buildMs}, size_bytes = ${built.sizeBytes}, built_at = ${built.builtAt.toISOString()},
        checked_at = now()
    where contract_id = ${built.contractId} and build < ${built.build}`)
  return rowCount === 1
}

/** What is served has been found to be current; false when something else is served by now. */
export async function saveBuild(
  db: Db,
  { contractId, build, viewDigest, asOf, buildMs }: Omit<Built, 'digest' | 'sizeBytes' | 'builtAt'>,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update price_feeds set view_digest = ${viewDigest}, as_of = ${asOf}, build_ms = ${buildMs}, checked_at = now()
    where contract_id = ${contractId} and build = ${build}`)
  return rowCount === 1
}

/** Deletes feeds not requested for a while; the next request builds them again. */
export async function deleteOldFeeds(db: Db, { keptDays }: { keptDays: number }): Promise<number[]> {
  const { rows } = await db.execute<{ contractId: number }>(sql`
    update price_feeds set build = 0 where build > 0 and checked_at < now() - make_interval(days => ${keptDays})
    returning contract_id as "contractId"`)
  return rows.map(({ contractId }) => contractId)
}
